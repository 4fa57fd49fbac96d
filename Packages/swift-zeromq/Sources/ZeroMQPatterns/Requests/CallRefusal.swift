/// What an answer that is no result means for the call: just what ``CallStateMachine`` decides by.
///
/// Whoever reads the answers makes one of each error of a server, and keeps the error itself. As it is created it says of the
/// request that it was not done, is not to be sent again, and that nothing is known of other sendings of it.
public struct CallRefusal: Sendable, Hashable {
    /// Who else may do what was asked for.
    public enum Elsewhere: Sendable, Hashable {
        /// Nobody, or the same server later.
        case nobody
        /// Any other server; this one cannot do it for a while.
        case others
        /// The one server that takes writes, which this one is not: its endpoints, as far as they are known.
        case active([String])
    }

    /// Whether it is unknown if this sending was carried out; else nothing was done.
    public var mayHaveHappened: Bool
    /// Whether the same request may be sent again unchanged and may then succeed.
    public var mayBeSentAgain: Bool
    /// The least pause before that, as the server asks for; more than an hour counts as an hour.
    public var leastPause: Duration
    /// Whether another server may do it.
    public var elsewhere: Elsewhere
    /// Whether the work itself has refused, so that the server is one that serves.
    public var wasServed: Bool
    /// Whether the server has looked for the key first, so that nothing that was sent before under it has happened.
    public var provesNoEarlierEffect: Bool
    /// Whether the same request under the same key is refused whenever it arrives, so that none that is still on its way can
    /// happen later.
    public var provesNoLaterEffect: Bool
    /// Whether the server could not store what was asked for, and so may have been the one that takes writes for too long.
    public var cannotStore: Bool

    /// Creates a refusal.
    public init(
        mayHaveHappened: Bool = false,
        mayBeSentAgain: Bool = false,
        leastPause: Duration = .zero,
        elsewhere: Elsewhere = .nobody,
        wasServed: Bool = false,
        provesNoEarlierEffect: Bool = false,
        provesNoLaterEffect: Bool = false,
        cannotStore: Bool = false
    ) {
        self.mayHaveHappened = mayHaveHappened
        self.mayBeSentAgain = mayBeSentAgain
        self.leastPause = leastPause
        self.elsewhere = elsewhere
        self.wasServed = wasServed
        self.provesNoEarlierEffect = provesNoEarlierEffect
        self.provesNoLaterEffect = provesNoLaterEffect
        self.cannotStore = cannotStore
    }
}

/// What a reply says to a call.
public enum CallAnswer: Sendable, Hashable {
    /// It was done.
    case result
    /// It was refused, or failed.
    case refusal(CallRefusal)
    /// A reply to this call that cannot be understood.
    case unreadable
}
