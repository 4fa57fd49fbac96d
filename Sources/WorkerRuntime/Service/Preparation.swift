public import Messages
public import WireJSON

/// Work of a write that is done away from the owner's thread, and gives the write's decision.
///
/// The decision is then run like any other write: after everything that was accepted meanwhile, and so on a state that may
/// be another than the one the work began with.
public struct Preparation<State> {
    /// Changes the state and the tables, and writes the result.
    ///
    /// One that throws must have changed nothing of the state.
    public typealias Decision =
        @Sendable (inout State, inout WriteContext, inout JSONWriter) throws(RPCError) -> Void

    /// The bytes of memory that it keeps while it waits, as far as they are not the request's own.
    public let byteCount: Int
    /// The work; it runs on any thread, beside others, and may block.
    public let work: @Sendable () throws(RPCError) -> Decision

    /// Creates a preparation.
    ///
    /// - Parameters:
    ///   - byteCount: The bytes it keeps while it waits, besides the request's own.
    ///   - work: The work. What it throws is the answer.
    public init(byteCount: Int = 0, work: @escaping @Sendable () throws(RPCError) -> Decision) {
        self.byteCount = byteCount
        self.work = work
    }
}
