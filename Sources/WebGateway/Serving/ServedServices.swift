internal import ArgumentParser
internal import Messages

/// The services that are served: a socket in the run directory does not appear on HTTP by itself.
struct ServedServices: Sendable {
    private static let most = 64
    /// Paths of the open market, and of what became of a write, begin with these under `/api`.
    private static let taken: Set<ServiceName> = ["products", "outcomes"]

    let names: [ServiceName]

    /// Reads names with commas between them.
    ///
    /// - Throws: `ValidationError` for what names no service, a name that is there twice, and more than 64.
    init(_ text: String) throws {
        let words = text.split(separator: ",", omittingEmptySubsequences: false)
        names = try words.map { word in
            guard let name = ServiceName(rawValue: String(word)), !Self.taken.contains(name) else {
                throw ValidationError("'\(word)' cannot name a service that is served: name them as in juice,calc")
            }
            return name
        }
        guard Set(names).count == names.count else { throw ValidationError("a service is named twice: \(text)") }
        guard names.count <= Self.most else {
            throw ValidationError("at most \(Self.most) services are served, and \(names.count) are named")
        }
    }
}
