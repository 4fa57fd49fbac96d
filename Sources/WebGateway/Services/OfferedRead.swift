internal import Synchronization

/// What the route of a connection's present request has answered with, for what may answer the same request again.
final class OfferedRead: Sendable {
    /// That of the connection whose request is being answered; `nil` where nothing is answered again.
    @TaskLocal static var current: OfferedRead?

    struct Offer: Sendable {
        let reply: WebReply
        /// Who has asked.
        let caller: Caller
        /// The path as the router has it.
        let route: String
    }

    private enum State {
        case none
        case one(Offer)
        /// An answer that is made of several reads is none of any position.
        case several
    }

    private let state = Mutex(State.none)

    func put(_ reply: WebReply, to caller: Caller, at route: String) {
        state.withLock { state in
            if case .none = state {
                state = .one(Offer(reply: reply, caller: caller, route: route))
            } else {
                state = .several
            }
        }
    }

    /// What was put since the last time; `nil` for nothing, and for more than one.
    func take() -> Offer? {
        state.withLock { state in
            defer { state = .none }
            guard case .one(let offer) = state else { return nil }
            return offer
        }
    }
}
