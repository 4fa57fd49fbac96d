internal import ZeroMQ

/// What a subscriber needs of the world: a connection to a publisher that comes back by itself, and time.
///
/// ``SubConnection`` is the real one. The subscriber knows no other way out, so the same subscriber runs in a simulated
/// world. Everything happens on one thread.
protocol SubscriberEdge: ClientEdge {
    /// Begins to connect, now or as soon as the publisher is there.
    ///
    /// - Parameters:
    ///   - prefixes: What to subscribe to; told to the publisher in the byte order of the texts, with every connection.
    ///   - onReadable: Called when messages are there.
    /// - Throws: ``ZMQError`` when that is impossible; nothing is open then.
    func open(prefixes: [String], onReadable: @escaping () -> Void) throws(ZMQError)

    /// Gives the connection up, with all that was not read; nothing is called back any more.
    func close()

    /// Takes the next message; `false` when there is none.
    func receive(into message: inout ZMQMultipart) throws(ZMQError) -> Bool
}
