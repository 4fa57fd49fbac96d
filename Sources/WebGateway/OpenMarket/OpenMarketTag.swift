internal import HTTPTypes

/// The entity tag of a list: the catalogue's revision, and the generation, which has another form of the same list.
struct OpenMarketTag: Sendable, CustomStringConvertible {
    let revision: String
    let generation: OpenMarketGeneration

    var description: String { "\"\(generation.rawValue)/\(revision)\"" }

    init(_ revision: String, for generation: OpenMarketGeneration) {
        (self.revision, self.generation) = (revision, generation)
    }

    /// The tag of this generation that a caller holds; `nil` when it holds none.
    init?(held headers: HTTPFields, for generation: OpenMarketGeneration) {
        let tags = (headers[.ifNoneMatch] ?? "").split(separator: ",").map { $0.filter { $0 != " " } }
        for tag in tags {
            // Whoever compresses on the way makes a tag weak; for a list that is the same.
            let strong = tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
            let prefix = "\"\(generation.rawValue)/"
            guard strong.hasPrefix(prefix), strong.hasSuffix("\""), strong.count > prefix.count + 1 else { continue }
            self.init(String(strong.dropFirst(prefix.count).dropLast()), for: generation)
            return
        }
        return nil
    }
}
