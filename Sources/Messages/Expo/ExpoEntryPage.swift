public import WireJSON

/// Some exhibits in the order of their numbers, as a client reads them.
public struct ExpoEntryPage: Sendable, Hashable {
    /// The entries, without their descriptions.
    public var entries: [ExpoEntry]
    /// The cursor of the next page; `nil` on the last one.
    public var next: String?

    /// Reads a page; `nil` when it is none.
    public init?(_ node: JSONNode) {
        guard let entries = node["entries"], entries.kind == .array else { return nil }
        self.entries = entries.elements.compactMap { ExpoEntry($0) }
        next = node["next"]?.string
    }
}
