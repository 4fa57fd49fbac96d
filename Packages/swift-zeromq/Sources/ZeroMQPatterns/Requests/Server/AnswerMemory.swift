internal import ZeroMQ

/// Remembers what was answered to requests with a key, so that each is done once however often it comes.
///
/// In memory: a server that is started again, and another server, know nothing of it. Work that outlives its server has
/// to be stored together with its key, in one step.
///
/// ```swift
/// var memory = AnswerMemory()
/// for await message in router.messages {
///     guard let request = RoutedRequest(message) else { continue }
///     try router.send(request.reply(memory.answer(to: request) { .done(take(request.body)) }))
/// }
/// ```
public struct AnswerMemory: Sendable {
    /// The time of a clock that stops while the machine sleeps.
    public typealias Instant = SuspendingClock.Instant

    private struct Entry: Sendable {
        /// Of the body, to know a key that is used for something else.
        let fingerprint: Int
        /// `nil` while it is worked on.
        var answer: RequestAnswer?
    }

    private let time: Duration
    private let limit: Int
    private var entries: [[UInt8]: Entry] = [:]
    /// When each was answered, the oldest first.
    private var ages = RingQueue<(key: [UInt8], answered: Instant)>()

    /// Creates a memory of nothing.
    ///
    /// - Parameters:
    ///   - time: How long an answer is kept: longer than any client asks again.
    ///   - limit: How many requests are known at most, from 1. With so many a new key is put off: to forget one early would let it be
    ///     done twice.
    public init(keepingFor time: Duration = .seconds(3600), atMost limit: Int = 100_000) {
        self.time = time
        self.limit = max(1, limit)
    }

    /// How many requests are known.
    public var count: Int { entries.count }

    /// The answer to a request: what was answered before, or what the work answers now.
    ///
    /// ``RequestAnswer/done(_:)`` and ``RequestAnswer/refused(_:)`` are remembered. After another the next request with the key is
    /// worked on again.
    ///
    /// - Parameters:
    ///   - request: What is asked for.
    ///   - now: The time.
    ///   - work: Does it. What it throws is thrown on, and nothing is remembered.
    /// - Returns: What to send back.
    public mutating func answer(
        to request: RoutedRequest,
        now: Instant = SuspendingClock().now,
        _ work: () throws -> RequestAnswer
    ) rethrows -> RequestAnswer {
        if let answer = begin(request, now: now) { return answer }
        var answer = RequestAnswer.later(after: .zero)
        defer { finish(request, with: answer, now: now) }
        answer = try work()
        return answer
    }

    /// Begins work that takes a while, and is to be ended by ``finish(_:with:now:)``.
    ///
    /// - Parameters:
    ///   - request: What is asked for.
    ///   - now: The time.
    /// - Returns: What to send back at once, without any work; `nil` when it is to be done. While it is worked on, whoever asks
    ///   again is put off.
    public mutating func begin(_ request: RoutedRequest, now: Instant = SuspendingClock().now) -> RequestAnswer? {
        guard let key = request.key else { return nil }
        forget(now: now)
        let fingerprint = request.body.hashValue
        if let entry = entries[key] {
            guard entry.fingerprint == fingerprint else {
                return .refused(ZMQMultipart(utf8: "the key was used for another request"))
            }
            return entry.answer ?? .later(after: .milliseconds(100))
        }
        guard entries.count < limit else { return .later(after: .seconds(1)) }
        entries[key] = Entry(fingerprint: fingerprint)
        return nil
    }

    /// Ends work, and remembers what came of it.
    ///
    /// - Parameters:
    ///   - request: What was asked for.
    ///   - answer: What came of it.
    ///   - now: The time.
    public mutating func finish(
        _ request: RoutedRequest,
        with answer: RequestAnswer,
        now: Instant = SuspendingClock().now
    ) {
        guard let key = request.key, let entry = entries[key], entry.answer == nil else { return }
        switch answer {
        case .done, .refused:
            entries[key]?.answer = answer
            ages.append((key, now))
        case .later, .elsewhere, .failed:
            entries[key] = nil
        }
    }

    private mutating func forget(now: Instant) {
        while let oldest = ages.first, oldest.answered.duration(to: now) >= time {
            _ = ages.popFirst()
            entries[oldest.key] = nil
        }
    }
}
