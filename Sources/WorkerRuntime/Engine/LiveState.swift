internal import Messages
internal import Storage

/// The state of a service with everything accepted so far, and what a method may know of the call it answers.
///
/// One place for all calls, to which a ``ReadContext`` only points. The frame is compiled without the services: with a
/// state of unknown size inside, or with more than fits some registers, the runtime would have to be asked at each request
/// what a context consists of.
final class LiveState<State> {
    var value: State
    /// Of the call at hand, as in ``ReadContext``.
    var time = 0
    var peer = PeerAccess.local
    var isInBatch = false

    let journal: (any Journal)?
    let store: StoreAccess

    init(_ value: State, _ journal: (any Journal)?, _ store: StoreAccess) {
        self.value = value
        self.journal = journal
        self.store = store
    }
}
