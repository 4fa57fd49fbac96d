internal import WireJSON

/// One event.
public struct ServiceEvent: Sendable, Hashable {
    package let base: CloudEvent

    package init(_ base: CloudEvent) { self.base = base }

    /// Its type, such as `counter.changed`.
    public var type: String { base.type }
    /// What it is about.
    public var subject: String { base.subject }
    /// When it was committed (RFC 3339).
    public var time: String { base.time }
    /// The life of the stream; with another, positions begin again.
    public var epoch: String { base.epoch }
    /// Its position: contiguous from 1.
    public var sequence: Int { base.sequence }
    /// The position of the event before with the same subject; `nil` for the first.
    public var previousSequence: Int? { base.previousSequence }

    /// What it says; `nil` for an event of another type.
    public func data<Data>(of type: EventType<Data>) -> Data? {
        guard type.type == self.type, let node = try? JSONReader(limits: .generous).read(base.json) else { return nil }
        return node["data"].flatMap { Data($0) }
    }
}
