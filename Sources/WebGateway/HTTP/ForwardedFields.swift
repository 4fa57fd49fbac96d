internal import HTTPTypes
internal import Hummingbird

/// What proxies add to the requests that they hand on.
enum ForwardedFields {
    private static let names: Set<String> = ["forwarded", "via", "x-real-ip"]
    private static let prefix = "x-forwarded-"

    /// The name of one that a request has; `nil` when nothing says that it came through a proxy.
    static func first(in request: Request) -> String? {
        request.headers.first { names.contains($0.name.canonicalName) || $0.name.canonicalName.hasPrefix(prefix) }?.name
            .rawName
    }
}
