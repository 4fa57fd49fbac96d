internal import Journal

/// The events, levels and names of files that a write leaves behind, before they have positions.
struct WriteDrafts {
    var events = PendingEvents()
    var levels: [Level] = []
    var files: [FileHash] = []

    /// The position of the newest event about an item, of those that have positions; `nil` when there is none, or when
    /// there are too many events to look through.
    func sequence(of item: String) -> Int? {
        guard events.items.count <= 8 else { return nil }
        return events.items.last { $0.subject == item }?.sequence
    }

    /// Forgets them and keeps the memory.
    mutating func removeAll() {
        events.removeAll()
        levels.removeAll(keepingCapacity: true)
        files.removeAll()
    }
}
