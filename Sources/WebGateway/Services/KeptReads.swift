internal import Messages
internal import PrometheusText
internal import Synchronization

/// Answers of reads that are given away without asking while they are exact, see ``ReadCache``.
final class KeptReads: Sendable {
    typealias Cache = ReadCache<WebReply>

    private struct State {
        var cache: Cache
        /// How old the answers were that were given away.
        var ages: [ServiceName: DurationHistogram] = [:]
    }

    private let state: Mutex<State>
    /// Positions that callers name are compared with those of streams in any case.
    private let keepsAnswers: Bool

    /// - Parameters:
    ///   - services: Those that are served.
    ///   - keepsAnswers: Whether any answer is kept.
    init(of services: [ServiceName], keepsAnswers: Bool) {
        // Of services of the suite alone it is known that each change of what they show moves their position.
        state = Mutex(State(cache: Cache(of: services.filter(ServiceName.suite.contains))))
        self.keepsAnswers = keepsAnswers
    }

    /// The answer to a question, if there is one that is exact now.
    func answer(to key: ReadKey, from least: LeastPosition? = nil) -> WebReply? {
        guard keepsAnswers else { return nil }
        let now = ContinuousClock.now
        return state.withLock { state in
            guard let reply = state.cache.answer(to: key, from: least, at: now) else { return nil }
            state.ages[key.service, default: DurationHistogram()].record(reply.made.duration(to: now))
            return reply
        }
    }

    /// The position that a service is asked to have reached for a read.
    ///
    /// - Returns: `nil` for a position of another history, which cannot be compared.
    func sequence(of least: LeastPosition, at service: ServiceName) -> Int? {
        let current = state.withLock { $0.cache.current(of: service) }
        guard let current, let epoch = least.epoch, epoch != current.epoch else { return least.sequence }
        return nil
    }

    // MARK: What services answer

    /// A question is about to be sent; `nil` where no answer to it is kept.
    func ask(_ key: ReadKey) -> Cache.Asked? {
        keepsAnswers ? state.withLock { $0.cache.ask(key) } : nil
    }

    /// An answer has come, of a read or a write.
    ///
    /// - Parameter asked: `nil` for one that is not kept.
    func take(_ reply: WebReply, asked: Cache.Asked?) {
        guard let position = reply.position else { return }
        let now = ContinuousClock.now
        state.withLock { state in
            state.cache.see(position)
            guard let asked else { return }
            state.cache.keep(reply, bytes: reply.keptBytes, of: reply.key, at: position, asked: asked, now: now)
        }
    }

    // MARK: What streams tell

    /// The stream of a service is at a position.
    func hear(epoch: String, sequence: Int, of service: ServiceName) {
        let position = StreamPosition(service: service, epoch: epoch, sequence: sequence)
        let now = ContinuousClock.now
        state.withLock { $0.cache.hear(position, at: now) }
    }

    /// The stream of a service may not tell what is new.
    func distrust(_ service: ServiceName) {
        state.withLock { $0.cache.distrust(service) }
    }

    // MARK: Figures

    func add(to text: inout MetricsText) {
        let (counts, ages) = state.withLock { ($0.cache.counts, $0.ages) }
        let services = counts.sorted { $0.key.rawValue < $1.key.rawValue }
        let samples = { (figure: (Cache.Counts) -> Int) in
            services.map { MetricsText.Sample([("service", $0.key.rawValue)], figure($0.value)) }
        }
        text.add(.counter, "jangteo_web_kept_reads_hits", "Reads that were answered from memory.", samples(\.hits))
        text.add(
            .counter,
            "jangteo_web_kept_reads_drops",
            "Answers in memory that were dropped: something newer was known, no sign of life came, or there was no room.",
            samples(\.drops)
        )
        text.add(.gauge, "jangteo_web_kept_reads_bytes", "Bytes of the answers in memory.", samples(\.bytes))
        text.add(
            "jangteo_web_kept_reads_age_seconds",
            "Age of the answers that were given from memory, in seconds.",
            services.map { service, _ in
                (ages[service] ?? DurationHistogram()).sample([("service", service.rawValue)])
            }
        )
    }
}
