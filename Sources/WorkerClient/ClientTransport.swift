internal import ZeroMQ
internal import ZeroMQPatterns

/// What a subscriber needs of the world: a connection to a publisher that comes back by itself, and time.
///
/// ``SubConnection`` is the real one. The subscriber knows no other way out, so the same subscriber runs in a simulated
/// world. Everything happens on one thread.
protocol SubscriberTransport: ClientTransport {
    /// Begins to connect, now or as soon as the publisher is there.
    ///
    /// - Parameters:
    ///   - prefixes: What to subscribe to; told to the publisher in the byte order of the texts, with every connection.
    ///   - onReadable: Called when messages are there.
    /// - Throws: ``ZMQError`` when that is impossible; nothing is open then.
    func open(prefixes: [String], onReadable: @escaping () -> Void) throws(ZMQError)

    /// Goes on to another publisher of the stream, if there is any, because this one is silent; what was not read is
    /// dropped.
    func goOn()

    /// Goes on to another publisher of the stream, because this one says that it is cut off from its log, unless all say so.
    func avoidCutOff()

    /// Hears that the publisher is not cut off.
    func followsLog()

    /// Gives the connection up for some seconds, or goes on to another publisher, because this one refuses what is asked for.
    func askAgainLater()

    /// Gives the connection up, with all that was not read; nothing is called back any more.
    func close()

    /// Takes the next message; `false` when there is none.
    func receive(into message: inout ZMQMultipart) throws(ZMQError) -> Bool
}

extension SubscriberTransport {
    /// A transport that nobody refuses has nothing to wait for.
    func askAgainLater() {}
    /// A transport with one publisher stays with it.
    func avoidCutOff() {}
    func followsLog() {}
}
