internal import ZeroMQ
internal import ZeroMQPatterns

/// The time of a client: a clock and timers.
protocol ClientTransport: AnyObject {
    /// The name of one scheduled callback.
    associatedtype Timer

    var now: SuspendingClock.Instant { get }

    /// Calls back once, after some time.
    func schedule(after delay: Duration, _ perform: @escaping () -> Void) -> Timer

    /// Drops a timer's callback; does nothing if it was called or cancelled already.
    func cancel(_ timer: Timer)
}

/// What a channel needs of the world: one connection at a time to a service, and time.
///
/// ``DealerConnection`` is the real one. The channel knows no other way out, so the same channel runs in a simulated
/// world. Everything happens on one thread.
protocol CallTransport: ClientTransport {
    /// Begins to connect, now or as soon as the service is there, as a connection of its own.
    ///
    /// - Parameters:
    ///   - onChange: Called when the connection stands, and when it is lost.
    ///   - onReadable: Called when answers are there.
    /// - Throws: ``ZMQError`` when that is impossible; nothing is open then.
    func open(
        onChange: @escaping (DealerLink.Change) -> Void,
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
