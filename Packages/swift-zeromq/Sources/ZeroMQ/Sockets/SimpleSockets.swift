/// Talks to exactly one peer, in both directions; most useful between two parts of a process, over inproc.
public final class PairSocket: ZMQSocket, ZMQReceivingSocket, ZMQFlowControlledSocket {}

/// Hands each message to one of the pullers that it is connected to, in turn.
public final class PushSocket: ZMQSocket, ZMQFlowControlledSocket {}

/// Takes messages from all pushers that it is connected to, a message of each in turn.
public final class PullSocket: ZMQSocket, ZMQReceivingSocket {}

/// Answers requests, each before it takes the next.
///
/// The envelope of a request is kept and put on its answer. `receive` and `send` take turns; out of turn, `send` throws
/// `invalidState` and `receive` finds the request that is to be answered still unanswered and throws the same.
public final class ReplySocket: ZMQSocket, ZMQReceivingSocket, ZMQSendingSocket {}

/// Exchanges bytes with peers that speak TCP and not ZMTP.
///
/// A message is two frames: the routing id of the connection, and bytes as they came, in pieces of any size. An empty second frame
/// tells that a connection was made or has ended; sent, it ends the connection. What comes is bounded by no
/// ``ZMQSocketOptions/maximumFrameBytes``, because there are no frames on the wire.
public final class StreamSocket: ZMQSocket, ZMQReceivingSocket, ZMQSendingSocket {}
