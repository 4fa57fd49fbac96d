@testable import ZeroMQPatterns

/// What servers answer when they do not do what they are asked for.
extension CallRefusal {
    /// It has too much to do, or is not ready.
    static let overloaded = CallRefusal(mayBeSentAgain: true)
    /// As ``overloaded``, and another server may do it.
    static let unavailable = CallRefusal(mayBeSentAgain: true, elsewhere: .others)
    /// It does not know yet what another server knows.
    static let behind = CallRefusal(mayBeSentAgain: true, elsewhere: .others)
    /// It does not take writes, and does not know who does.
    static let notActive = CallRefusal(mayBeSentAgain: true, elsewhere: .active([]))
    /// It cannot store anything at the moment.
    static let storageUnavailable = CallRefusal(mayBeSentAgain: true, cannotStore: true)
    /// It does not know whether it was stored.
    static let commitUnknown = CallRefusal(mayHaveHappened: true, mayBeSentAgain: true, cannotStore: true)
    /// It failed in the middle of it.
    static let failed = CallRefusal(mayHaveHappened: true, mayBeSentAgain: true)
    /// There is not enough of something now.
    static let shortage = CallRefusal(wasServed: true, provesNoEarlierEffect: true)
    /// There is no such thing, and never will be.
    static let unknownThing = CallRefusal(wasServed: true, provesNoEarlierEffect: true, provesNoLaterEffect: true)
    /// What is asked for makes no sense.
    static let invalid = CallRefusal(provesNoEarlierEffect: true, provesNoLaterEffect: true)
    /// Whoever asks may not.
    static let notPermitted = CallRefusal()

    static let all = [
        overloaded, unavailable, notActive, storageUnavailable, commitUnknown, failed, shortage, unknownThing, invalid,
        notPermitted,
    ]
}
