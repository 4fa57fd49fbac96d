/// A role that messages can be taken from.
public protocol ZMQReceivingSocket: ZMQSocket {}

extension ZMQReceivingSocket {
    /// Takes the next message.
    ///
    /// Never waits.
    ///
    /// - Parameter message: Replaced by the message; empty if there is none.
    /// - Returns: `false` if nothing is there.
    /// - Throws: ``ZMQError`` with `closed`; from a ``RequestSocket`` that has asked nothing, `invalidState`.
    public func receive(into message: inout ZMQMultipart) throws(ZMQError) -> Bool {
        try handle.receive(into: &message)
    }

    /// The descriptor of the connection over which the message received last came; negative within a process, and for
    /// the end of a subscriber that is gone.
    ///
    /// By now it may belong to another connection: anyone who keeps a table of connections compares.
    public var sourceDescriptor: CInt { handle.sourceDescriptor }

    /// Calls back when a message has some thousand frames more than ``ZMQSocketOptions/maximumFrames``, once for each.
    public func onFlood(_ perform: @escaping (_ descriptor: CInt) -> Void) { handle.onFlood = perform }
}
