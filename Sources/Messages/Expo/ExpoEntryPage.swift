package import WireJSON

/// Some exhibits in the order of their numbers, as a client reads them.
package struct ExpoEntryPage: Sendable, Hashable {
    /// The entries, without their descriptions.
    package var entries: [ExpoEntry]
    /// The cursor of the next page; `nil` on the last one.
    package var next: String?

    /// Reads a page; `nil` when it is none.
    package init?(_ node: JSONNode) {
        guard let entries = node["entries"], entries.kind == .array else { return nil }
        self.entries = entries.elements.compactMap { ExpoEntry($0) }
        next = node["next"]?.string
    }
}
