/// Who may write to a stream, and until when.
package struct Lease: Sendable, Hashable {
    /// How often the lease has changed hands; it never falls.
    package let term: Int
    /// Who has it; `nil` when it was given up.
    package let holder: LeaseHolder?
    /// Why nobody may have it, nor add a row: what someone has found that the engine has lost; `nil` where nobody has.
    package let halt: String?
    /// How long it is still good for, by the engine's clock when it answered; not positive when it has run out, or
    /// when the engine knows that the holder has ended.
    package let remaining: Duration

    package init(term: Int, holder: LeaseHolder?, remaining: Duration, halt: String? = nil) {
        self.halt = halt
        self.term = term
        self.holder = holder
        self.remaining = remaining
    }

    /// Whether anybody may take it.
    package var isFree: Bool { halt == nil && (holder == nil || remaining <= .zero) }
}

/// A worker that has a lease, or is to get it.
package struct LeaseHolder: Sendable, Hashable {
    /// Its ``LogIdentity/writer``.
    package let writer: String
    /// Where clients find it.
    package let endpoints: String

    /// Names a worker.
    package init(writer: String, endpoints: String) {
        self.writer = writer
        self.endpoints = endpoints
    }
}

/// What became of a wish about the lease.
package enum LeaseOutcome: Sendable, Hashable {
    /// It is as was asked for.
    case granted(Lease)
    /// It belongs to someone else, or is of another term; as it is, or `nil` when there has never been one.
    case refused(Lease?)
}

/// What became of the wish to halt a stream.
package enum HaltOutcome: Sendable, Hashable {
    /// It is halted.
    case halted
    /// It has another epoch: what was lost under the former one was accepted.
    case newEpoch(String)
}
