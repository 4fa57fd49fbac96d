internal import Journal
internal import Messages
internal import WireJSON
internal import WorkerEngine

/// Who has sent a request.
public struct Caller: Sendable {
    /// The name of the key of a caller over TCP; `nil` for a caller of the same user, and over a loopback without keys.
    public let name: String?

    init(_ peer: PeerAccess) { name = peer.name }
}

/// What a read may know of its call, and what it gives besides its result.
public struct ReadContext {
    var base: WorkerEngine.ReadContext
    /// The files of the service, for a ``Job``.
    public let files: Files
    /// What is read and attached when the body has returned.
    var attached: [FileHash] = []

    init(_ base: WorkerEngine.ReadContext, files: Files) { (self.base, self.files) = (base, files) }

    /// The moment of the call by the wall clock, in milliseconds since 1970-01-01 UTC.
    public var time: Int { base.time }
    /// Who asks.
    public var caller: Caller { Caller(base.peer) }

    /// Adds a frame of bytes to the reply; it has no effect on a part of a batch, whose answers carry none.
    public mutating func attach(_ bytes: [UInt8]) { base.attach(bytes) }

    /// Adds a file of the service to the reply, behind the other frames; it is read away from the thread of the calls.
    ///
    /// When it was read, the body of a read runs once more, so that the answer is that of the present state.
    ///
    /// - Parameter name: As ``Files/add(_:)`` gave it.
    /// - Throws: What makes the call `INTERNAL`: it is no name of a file.
    public mutating func attach(file name: String) throws { attached.append(try Files.hash(name)) }
}

/// What a write leaves behind besides its result.
public struct WriteContext {
    /// An opaque text that no other write of the same stream has.
    public let id: String
    /// The moment of the write by the wall clock, in milliseconds since 1970-01-01 UTC.
    ///
    /// It is for people: a clock can be set back, so that it says nothing about the order of writes.
    public let time: Int
    /// Who asks.
    public let caller: Caller
    var events: [Event] = []

    struct Event: JSONWritable {
        let type: String
        let subject: String
        let data: [UInt8]

        func write(to writer: inout JSONWriter) { writer.raw(data) }
    }

    init(id: String, time: Int, caller: Caller) { (self.id, self.time, self.caller) = (id, time, caller) }

    func publish(in context: inout WorkerEngine.WriteContext) {
        for event in events { context.emit(type: event.type, subject: event.subject, data: event) }
    }

    /// Publishes an event, once the write is durable.
    ///
    /// - Parameters:
    ///   - type: Its type.
    ///   - subject: What it is about, the end of its topic: a word without dots and blanks. A topic that is no topic
    ///     fails the whole write, with the reason in the log.
    ///   - data: What it says.
    public mutating func emit<Data>(_ type: EventType<Data>, of subject: String = "all", _ data: Data) {
        events.append(Event(type: type.type, subject: subject, data: data.jsonBytes))
    }
}
