public import Messages
public import WireJSON

/// Work of a read that is done away from the owner's thread, before its answer.
public struct Deferral<State>: Sendable {
    /// Writes the result, and adds attachment frames; called on the owner's thread, with the state of that moment.
    public typealias Conclusion =
        @Sendable (ReadContext<State>, inout JSONWriter, inout [[UInt8]]) throws(RPCError) -> Void

    /// What it mostly does.
    public let lane: WorkLane
    /// The work; it runs on any thread, beside others, and may block.
    public let work: @Sendable () throws(RPCError) -> Conclusion

    /// Creates a deferral.
    ///
    /// - Parameters:
    ///   - lane: What it mostly does.
    ///   - work: The work. What it throws is the answer.
    public init(_ lane: WorkLane, work: @escaping @Sendable () throws(RPCError) -> Conclusion) {
        self.lane = lane
        self.work = work
    }
}
