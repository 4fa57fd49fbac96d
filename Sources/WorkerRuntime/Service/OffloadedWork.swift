package import Messages
package import WireJSON

/// What work away from the owner's thread mostly does: work of one lane does not wait for that of another.
package enum WorkLane: Sendable, Hashable, CaseIterable {
    /// It computes, for some tenths of a second or longer.
    case computing
    /// It waits for a disk, for some milliseconds.
    case reading
}

/// Work of a read that is done away from the owner's thread, before its answer.
package struct Deferral<State>: Sendable {
    /// Writes the result, and adds attachment frames; called on the owner's thread, with the state of that moment.
    package typealias Conclusion =
        @Sendable (ReadContext<State>, inout JSONWriter, inout [[UInt8]]) throws(RPCError) -> Void

    /// What it mostly does.
    let lane: WorkLane
    /// The work; it runs on any thread, beside others, and may block.
    let work: @Sendable () throws(RPCError) -> Conclusion

    /// Creates a deferral.
    ///
    /// - Parameters:
    ///   - lane: What it mostly does.
    ///   - work: The work. What it throws is the answer.
    package init(_ lane: WorkLane, work: @escaping @Sendable () throws(RPCError) -> Conclusion) {
        self.lane = lane
        self.work = work
    }
}

/// Work of a write that is done away from the owner's thread, and gives the write's decision.
///
/// The decision is then run like any other write: after everything that was accepted meanwhile, and so on a state that may
/// be another than the one the work began with.
package struct Preparation<State> {
    /// Changes the state and the tables, and writes the result.
    ///
    /// One that throws must have changed nothing of the state.
    package typealias Decision =
        @Sendable (inout State, inout WriteContext, inout JSONWriter) throws(RPCError) -> Void

    /// The bytes of memory that it keeps while it waits, as far as they are not the request's own.
    let byteCount: Int
    /// The work; it runs on any thread, beside others, and may block.
    let work: @Sendable () throws(RPCError) -> Decision

    /// Creates a preparation.
    ///
    /// - Parameters:
    ///   - byteCount: The bytes it keeps while it waits, besides the request's own.
    ///   - work: The work. What it throws is the answer.
    package init(byteCount: Int = 0, work: @escaping @Sendable () throws(RPCError) -> Decision) {
        self.byteCount = byteCount
        self.work = work
    }
}

/// Work to be done away from the engine's thread.
package struct StartedPreparation<State>: Sendable {
    /// What the engine calls it: ``RequestEngine/finish(_:_:)`` wants it back.
    package let id: Int
    /// What it mostly does.
    package let lane: WorkLane
    /// The work.
    let work: @Sendable () throws(RPCError) -> PreparedStep<State>

    /// Does the work, on any thread.
    package func run() throws(RPCError) -> PreparedStep<State> { try work() }
}

/// A bite of work that nobody waits for, such as removing files that are no longer needed.
package struct Chore<State>: Sendable {
    /// What follows from the work; called on the owner's thread.
    ///
    /// - Returns: Whether there is another chore to do soon.
    package typealias Conclusion = @Sendable (ReadContext<State>) throws(RPCError) -> Bool

    /// The work; it runs on any thread, beside requests, and may block for some tenths of a second.
    let work: @Sendable () throws -> Conclusion

    /// Creates a chore.
    package init(work: @escaping @Sendable () throws -> Conclusion) {
        self.work = work
    }
}
