internal import Storage

/// The events and levels that a write leaves behind, before they have positions.
struct WriteDrafts {
    /// An event that has no position yet.
    struct Event {
        let type: String
        let subject: String
        let data: [UInt8]
    }

    var events: [Event] = []
    var levels: [Level] = []

    /// Forgets them and keeps the memory.
    mutating func removeAll() {
        events.removeAll(keepingCapacity: true)
        levels.removeAll(keepingCapacity: true)
    }
}
