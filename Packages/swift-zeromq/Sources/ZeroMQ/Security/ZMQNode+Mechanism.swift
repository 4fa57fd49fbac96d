internal import CZMQ

extension ZMQNode {
    /// Finds out which mechanism a peer speaks.
    ///
    /// Two peers of different mechanisms hang up on each other, and the later of the two often does not get to see why. This
    /// greets the peer and stops before it names a mechanism of its own, so that the other has to name its own first;
    /// nothing else is sent.
    ///
    /// - Parameters:
    ///   - endpoint: The peer, over TCP or ipc.
    ///   - limit: How long it may take.
    ///   - perform: Called once on the owner thread, with `nil` when nobody is there who says so in time.
    /// - Returns: The question, to be kept until the answer.
    /// - Throws: ``ZMQError`` with `invalidEndpoint`, `tooManyOpenFiles` or `nodeStopped`.
    public func askMechanism(
        of endpoint: ZMQEndpoint,
        within limit: Duration,
        _ perform: @escaping (ZMQMechanism?) -> Void
    ) throws(ZMQError) -> ZMQMechanismQuestion {
        let question = ZMQMechanismQuestion(handle: try makeSocket(.stream, options: .dealer), perform)
        try question.begin(endpoint, within: limit)
        return question
    }
}
