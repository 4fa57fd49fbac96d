internal import Messages
internal import Storage

/// The events and levels that a write leaves behind, before they have positions.
struct WriteDrafts {
    var events: [EventRecord] = []
    var levels: [Level] = []

    /// Forgets them and keeps the memory.
    mutating func removeAll() {
        events.removeAll(keepingCapacity: true)
        levels.removeAll(keepingCapacity: true)
    }
}
