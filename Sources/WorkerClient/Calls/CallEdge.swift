internal import ZeroMQ

/// What a channel needs of the world: one connection at a time to a service, and time.
///
/// ``DealerConnection`` is the real one. The channel knows no other way out, so the same channel runs in a simulated
/// world. Everything happens on one thread.
protocol CallEdge: ClientEdge {
    /// Begins to connect, now or as soon as the service is there, as a connection of its own.
    ///
    /// - Parameters:
    ///   - onChange: Called when the connection stands, and when it is lost.
    ///   - onReadable: Called when answers are there.
    /// - Throws: ``ZMQError`` when that is impossible; nothing is open then.
    func open(
        onChange: @escaping (ConnectionChange) -> Void,
        onReadable: @escaping () -> Void
    ) throws(ZMQError)

    /// Whether it was opened and not closed since.
    var isOpen: Bool { get }

    /// Gives the connection up, with all that was not read; nothing is called back any more.
    func close()

    /// Sends one request.
    ///
    /// - Throws: ``ZMQError`` when the connection takes nothing at the moment.
    func send(_ request: borrowing ZMQMultipart) throws(ZMQError)

    /// Takes the next answer; `false` when there is none.
    func receive(into answer: inout ZMQMultipart) throws(ZMQError) -> Bool

    /// Calls back once, as soon as the connection takes something again.
    func whenWritable(_ perform: @escaping () -> Void)
}
