internal import Storage

/// The events and levels that a write leaves behind, before they have positions.
struct WriteDrafts {
    var events = PendingEvents()
    var levels: [Level] = []

    /// Forgets them and keeps the memory.
    mutating func removeAll() {
        events.removeAll()
        levels.removeAll(keepingCapacity: true)
    }
}
