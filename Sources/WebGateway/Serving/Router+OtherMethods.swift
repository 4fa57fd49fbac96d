internal import HTTPTypes
internal import Hummingbird

extension Router<WebContext> {
    /// Refuses other methods on the paths that there are, and says which these take; to be called last.
    func refuseOtherMethods() {
        let known: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options]
        for (_, routes) in Dictionary(grouping: routes, by: { $0.path.description }) {
            guard let path = routes.first?.path else { continue }
            var taken = routes.map(\.method)
            // The router answers it where it answers GET.
            if taken.contains(.get), !taken.contains(.head) { taken.append(.head) }
            let allowed = taken.map(\.rawValue).sorted().joined(separator: ", ")
            for method in known where !taken.contains(method) {
                on(path, method: method) { request, _ -> Response in
                    throw Problem(.methodNotAllowed, "\(request.uri.path) takes \(allowed)").with(.allow, allowed)
                }
            }
        }
    }
}
