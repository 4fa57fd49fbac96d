internal import Messages
internal import Storage
public import WireJSON

/// What a write leaves behind besides its result: events and levels, durable together with it or not at all.
public struct WriteContext {
    /// The id of this write: an opaque text, never used for another write of the same store.
    public let id: String
    /// The moment of the turn, in milliseconds since 1970-01-01 UTC; never earlier than that of an older write.
    public let time: Int
    /// Whether the write can be found again by `entries(of:before:limit:)` of the journal.
    public var isListed = false

    private(set) var events: [Draft] = []
    private(set) var levels: [Level] = []

    /// An event that has no position yet.
    struct Draft {
        let type: String
        let subject: String
        let data: [UInt8]
    }

    init(id: String, time: Int) {
        self.id = id
        self.time = time
    }

    /// Adds an event.
    ///
    /// - Parameters:
    ///   - type: Its type, such as `juice.stock.changed`.
    ///   - subject: What it is about; together with the type at most 62 bytes, so that the topic fits into 64.
    ///   - data: Its data.
    public mutating func emit(type: String, subject: String, data: some JSONWritable) {
        events.append(Draft(type: type, subject: subject, data: data.jsonBytes))
    }

    /// Says what an item's level is now.
    public mutating func setLevel(of item: String, quantity: Int, version: Int) {
        levels.append(Level(item: item, quantity: quantity, version: version, sequence: nil))
    }
}
