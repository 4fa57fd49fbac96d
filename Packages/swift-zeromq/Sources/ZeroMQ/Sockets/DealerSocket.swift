/// Sends messages to the peers it is connected to, in turn, and takes what they send back.
///
/// What nobody can take yet waits for the first peer that will be there (see ``ZMQSocketOptions/immediate``).
public final class DealerSocket: ZMQSocket, ZMQReceivingSocket, ZMQFlowControlledSocket {}
