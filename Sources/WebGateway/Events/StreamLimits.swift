internal import HTTPTypes
internal import Synchronization

/// How many streams of events there are at a time: in all, and of each caller.
final class StreamLimits: Sendable {
    /// The most in all; next to them there has to be room for connections that ask.
    static let mostInAll = 12_000

    private struct Counts {
        var inAll = 0
        var perCaller: [String: Int] = [:]
    }

    private let mostPerCaller: Int
    private let counts = Mutex(Counts())

    init(mostPerCaller: Int) { self.mostPerCaller = mostPerCaller }

    var count: Int { counts.withLock { $0.inAll } }

    /// Takes a place for one stream of a caller.
    ///
    /// - Returns: The place, which is free again when nothing holds it any more.
    /// - Throws: ``Problem`` where there is none.
    func take(for caller: Caller) throws(Problem) -> StreamPlace {
        let refusal = counts.withLock { counts -> String? in
            let own = counts.perCaller[caller.name, default: 0]
            let inAll = counts.inAll
            guard own < mostPerCaller else { return "the caller has \(own) streams of events, and may have no more" }
            guard inAll < Self.mostInAll else { return "there are \(inAll) streams of events, and may be no more" }
            counts.inAll += 1
            counts.perCaller[caller.name] = own + 1
            return nil
        }
        if let refusal {
            // By then it is known of a stream whether its reader has gone away.
            throw Problem(.tooManyRequests, refusal).with(.retryAfter, "\(EventHub.tick.components.seconds)")
        }
        return StreamPlace(of: caller, in: self)
    }

    fileprivate func giveBack(_ caller: String) {
        counts.withLock { counts in
            counts.inAll -= 1
            let own = counts.perCaller[caller, default: 1] - 1
            counts.perCaller[caller] = own > 0 ? own : nil
        }
    }
}

/// A place among the streams, held by a response whether or not it is ever written.
final class StreamPlace: Sendable {
    let caller: Caller
    private let limits: StreamLimits

    fileprivate init(of caller: Caller, in limits: StreamLimits) {
        (self.caller, self.limits) = (caller, limits)
    }

    deinit { limits.giveBack(caller.name) }
}
