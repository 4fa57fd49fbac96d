package import Messages
package import WireJSON

/// What work away from the owner's thread mostly does: work of one kind does not wait for that of another.
package enum OffloadedKind: Sendable, Hashable, CaseIterable {
    /// It computes, for some tenths of a second or longer.
    case computing
    /// It waits for a disk, for some milliseconds.
    case reading
}

/// Work of a read that is done away from the owner's thread, before its answer.
package struct OffloadedRead<State>: Sendable {
    /// Writes the result, and adds attachment frames; called on the owner's thread, with the state of that moment.
    package typealias Conclusion =
        @Sendable (ReadContext<State>, inout JSONWriter, inout [[UInt8]]) throws(RPCError) -> Void

    /// What it mostly does.
    let kind: OffloadedKind
    /// The work; it runs on any thread, beside others, and may block.
    let work: @Sendable () throws(RPCError) -> Conclusion

    /// Creates an offloaded read.
    ///
    /// - Parameters:
    ///   - kind: What it mostly does.
    ///   - work: The work. What it throws is the answer.
    package init(_ kind: OffloadedKind, work: @escaping @Sendable () throws(RPCError) -> Conclusion) {
        self.kind = kind
        self.work = work
    }
}

/// Work of a write that is done away from the owner's thread, and gives the write's decision.
///
/// The decision is then run like any other write: after everything that was accepted meanwhile, and so on a state that may
/// be another than the one the work began with.
package struct OffloadedWrite<State> {
    /// Changes the state and the tables, and writes the result.
    ///
    /// One that throws must have changed nothing of the state.
    package typealias Decision =
        @Sendable (inout State, inout WriteContext, inout JSONWriter) throws(RPCError) -> Void

    /// The bytes of memory that it keeps while it waits, as far as they are not the request's own.
    let byteCount: Int
    /// The work; it runs on any thread, beside others, and may block.
    let work: @Sendable () throws(RPCError) -> Decision

    /// Creates an offloaded write.
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
package struct OffloadedWork<State>: Sendable {
    /// What the engine calls it: ``RequestEngine/finish(_:_:)`` wants it back.
    package let id: Int
    /// What it mostly does.
    package let kind: OffloadedKind
    /// The work.
    let work: @Sendable () throws(RPCError) -> FinishedWork<State>

    /// Does the work, on any thread.
    package func run() throws(RPCError) -> FinishedWork<State> { try work() }
}

/// Work that nobody waits for, a chunk at a time, such as removing files that are no longer needed.
package struct MaintenanceTask<State>: Sendable {
    /// What follows from the work; called on the owner's thread.
    ///
    /// - Returns: Whether there is another maintenance task to do soon.
    package typealias Conclusion = @Sendable (ReadContext<State>) throws(RPCError) -> Bool

    /// The work; it runs on any thread, beside requests, and may block for some tenths of a second.
    let work: @Sendable () throws -> Conclusion

    /// Creates a maintenance task.
    package init(work: @escaping @Sendable () throws -> Conclusion) {
        self.work = work
    }
}
