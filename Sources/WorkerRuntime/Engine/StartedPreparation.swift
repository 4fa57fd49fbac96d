public import Messages

/// Work to be done away from the engine's thread.
public struct StartedPreparation<State>: Sendable {
    /// What the engine calls it: ``RequestEngine/finish(_:_:)`` wants it back.
    public let id: Int
    /// What it mostly does.
    public let lane: WorkLane
    /// The work.
    public let work: @Sendable () throws(RPCError) -> PreparedStep<State>
}
