/// Sends each message to the subscribers whose subscriptions frame 0 begins with.
///
/// A subscriber whose queue is full misses it, unseen from here. Nobody is notified whether there is a subscriber at
/// all: who needs to know takes an ``XPubSocket``.
public final class PubSocket: ZMQSocket, ZMQSendingSocket {}

/// Publishes messages to the subscribers that want them, and sees every wish they send.
///
/// A subscriber whose queue is full misses a message, unseen from here. It must be read: until
/// ``receiveSubscription()`` takes them, wishes pile up without a limit.
public final class XPubSocket: ZMQSocket, ZMQReceivingSocket, ZMQSendingSocket {
    private var notification = ZMQMultipart()

    /// Who sent the wish received last, where the socket finds that out (``ZMQSocketOptions/identifiesPeers``).
    public var peer: ZMQPeer? { notification.peer }

    /// Takes the next wish of a subscriber.
    ///
    /// Never waits.
    ///
    /// A topic that is wanted again is reported again. That it is no longer wanted is reported once, when the last
    /// subscriber gives it up or is gone. Anything else that peers send is skipped; ``ZMQReceivingSocket/receive(into:)``
    /// gives that, too.
    ///
    /// - Returns: The wish, or `nil` if nothing is there, or nothing but rubbish (the socket is then still readable).
    /// - Throws: ``ZMQError`` with `closed`.
    public func receiveSubscription() throws(ZMQError) -> ZMQSubscription? {
        // Bounded: a peer that only sends rubbish must not keep the thread here.
        for _ in 0..<256 {
            guard try handle.receive(into: &notification) else { return nil }
            if let subscription = ZMQSubscription(notification) { return subscription }
        }
        return nil
    }
}
