internal import ZeroMQ

/// A message that was taken from the transport and is to be decided.
struct IncomingMessage {
    /// Reused: it keeps its memory from one message to the next.
    var message = ZMQMultipart()
    /// Whether its sender may be answered.
    ///
    /// Asked when it is taken: the transport knows only of the last message whence it came.
    var isAdmitted = true
}
