public import ZeroMQ

/// What a ``RequestChannel`` needs of the world: one connection at a time to a server, and time.
///
/// ``DealerLink`` is the real one. A channel knows no other way out, so the same channel runs in a simulated world. Everything
/// happens on one thread.
public protocol RequestTransport: ClientTransport {
    /// Begins to connect, now or as soon as the server is there, as a connection of its own.
    ///
    /// - Parameters:
    ///   - onChange: Called when the connection is up, and when it is lost.
    ///   - onReadable: Called when answers are there.
    /// - Throws: `ZMQError` when that is impossible; nothing is open then.
    func open(
        onChange: @escaping (DealerLink.Change) -> Void,
        onReadable: @escaping () -> Void
    ) throws(ZMQError)

    /// Gives the connection up, with all that was not read; nothing is called back any more.
    func close()

    /// Sends one request.
    ///
    /// - Throws: `ZMQError` when the connection takes nothing at the moment.
    func send(_ request: borrowing ZMQMultipart) throws(ZMQError)

    /// Takes the next answer.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: `ZMQError` when receiving fails.
    func receive(into answer: inout ZMQMultipart) throws(ZMQError) -> Bool

    /// Calls back once, as soon as the connection takes something again.
    func whenWritable(_ perform: @escaping () -> Void)
}
