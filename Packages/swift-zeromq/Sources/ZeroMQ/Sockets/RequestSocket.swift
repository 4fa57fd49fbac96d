/// Asks one question at a time, of the peers that it is connected to in turn, and takes the answer to it.
///
/// Another question may be asked before the answer to the last has come, which is then dropped when it comes
/// (`ZMQ_REQ_RELAXED`, `ZMQ_REQ_CORRELATE`): without that, one lost answer would be the end of the socket.
public final class RequestSocket: ZMQSocket, ZMQReceivingSocket, ZMQSendingSocket {}
