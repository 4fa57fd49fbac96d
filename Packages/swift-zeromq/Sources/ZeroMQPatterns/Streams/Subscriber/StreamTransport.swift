public import ZeroMQ

/// What a ``StreamLoop`` needs of the world: a connection to a publisher that comes back by itself, and time.
///
/// ``SubLink`` is the real one. A loop knows no other way out, so the same loop runs in a simulated world. Everything happens on
/// one thread.
public protocol StreamTransport: ClientTransport {
    /// Begins to connect, now or as soon as the publisher is there.
    ///
    /// - Parameters:
    ///   - prefixes: What to subscribe to; sent to the publisher in the byte order of the texts, with every connection.
    ///   - onReadable: Called when messages are there.
    ///   - onNotAdmitted: Called when someone is there who does not admit us, and there is nobody else.
    /// - Throws: `ZMQError` when that is impossible; nothing is open then.
    func open(
        prefixes: [String],
        onReadable: @escaping () -> Void,
        onNotAdmitted: @escaping (AdmissionFault) -> Void
    ) throws(ZMQError)

    /// Goes on to another publisher of the stream, if there is any, because this one is silent; what was not read is dropped.
    func switchPublisher()

    /// The publisher said how far the stream has come: another is tried when this one is cut off from its log, unless all are.
    func heard(isCutOff: Bool)

    /// Gives the connection up for some seconds, or goes on to another publisher, because this one refuses what is asked for.
    func askAgainLater()

    /// Gives the connection up, with all that was not read; nothing is called back any more.
    func close()

    /// Takes the next message.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: `ZMQError` when receiving fails.
    func receive(into message: inout ZMQMultipart) throws(ZMQError) -> Bool
}
