public import ZeroMQ

/// The messages of a ``RequestChannel``: how a request is written, and what an answer says.
public protocol RequestCodec: SendableMetatype {
    /// What is asked for.
    associatedtype Request
    /// What comes of it when it is done.
    associatedtype Result
    /// Why it was not done, or failed.
    associatedtype Refusal

    /// When a request is sent, sent again and given up.
    func policy(of request: Request) -> CallPolicy

    /// Writes the message of one sending, which is written again for the next.
    ///
    /// - Parameters:
    ///   - request: What is asked for; may take notes of its last sending.
    ///   - sending: Its number, the time, and what has become of earlier sendings.
    ///   - message: Replaced.
    mutating func write(
        _ request: inout Request,
        for sending: RequestSending<Refusal>,
        to message: inout ZMQMultipart
    )

    /// Reads an answer; `nil` when it belongs to no request of this channel.
    mutating func read(
        _ message: borrowing ZMQMultipart
    ) -> (number: Int, answer: DecodedAnswer<Result, Refusal>)?

    /// What a refusal means to a request.
    func meaning(of refusal: Refusal, to request: Request) -> CallRefusal

    /// A request was done.
    mutating func answered(_ request: Request)
}

extension RequestCodec {
    /// Takes no note of it.
    @inlinable public mutating func answered(_ request: Request) {}
}

/// One sending of a request.
public struct RequestSending<Refusal> {
    /// The request's.
    public let number: Int
    /// The time of the sending.
    public let now: SuspendingClock.Instant
    /// When the request is given up.
    public let deadline: SuspendingClock.Instant
    /// How it was refused so far, from the oldest.
    public let refusals: [Refusal]
    /// How many servers have a connection that is up.
    public let connectedServers: Int

    @inlinable
    init(
        number: Int,
        now: SuspendingClock.Instant,
        deadline: SuspendingClock.Instant,
        refusals: [Refusal],
        connectedServers: Int
    ) {
        self.number = number
        self.now = now
        self.deadline = deadline
        self.refusals = refusals
        self.connectedServers = connectedServers
    }
}

/// What an answer says.
public enum DecodedAnswer<Result, Refusal> {
    /// The request was done: with what came of it, attachments included.
    case result(Result)
    /// It was not done, or failed.
    case refusal(Refusal)
    /// It cannot be understood; the text says why, in English.
    case unreadable(String)
}

/// What became of a request.
public struct RequestOutcome<Codec: RequestCodec> {
    /// How it ended.
    public enum Ending {
        /// It was done; the time is that from the first sending to the answer.
        case answered(Codec.Result, roundTrip: Duration)
        /// It was refused, and nothing has happened.
        case refused(Codec.Refusal)
        /// It was never sent, because nobody was there.
        case unreachable
        /// It was not sent, or not done, because someone is there who does not admit us.
        case notAdmitted(AdmissionFault)
        /// There was no answer in time, and nothing has changed: a read, or a write that was never sent.
        case timedOut
        /// A write may or may not have happened; the same key finds out.
        case outcomeUnknown
        /// A read was answered with something that cannot be understood; the text says why, in English.
        case unreadable(String)
        /// It was cancelled, or the channel was closed. A write that was sent may have happened.
        case cancelled
    }

    /// What was asked for, as it was sent last.
    public let request: Codec.Request
    /// How it ended.
    public let ending: Ending
    /// How often it was sent.
    public let sends: Int
    /// The last refusal, also where it decides nothing.
    public let lastRefusal: Codec.Refusal?

    @inlinable
    init(request: Codec.Request, ending: Ending, sends: Int, lastRefusal: Codec.Refusal?) {
        self.request = request
        self.ending = ending
        self.sends = sends
        self.lastRefusal = lastRefusal
    }
}
