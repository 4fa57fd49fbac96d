internal import CZMQ

extension SocketHandle {
    /// Why a socket that keeps only the last message has one subscription.
    static var secondSubscription: ZMQError {
        ZMQError(
            .invalidOption,
            "a socket that keeps only the last message has one subscription: with two, a message of one takes the place of the other's"
        )
    }

    func subscribe(_ prefix: [UInt8]) throws(ZMQError) {
        guard !keepsOnlyLast || onlySubscription == nil else { throw Self.secondSubscription }
        try set(ZMQ_SUBSCRIBE, toBytes: prefix.span)
        if keepsOnlyLast { onlySubscription = prefix }
    }

    func unsubscribe(_ prefix: [UInt8]) throws(ZMQError) {
        try set(ZMQ_UNSUBSCRIBE, toBytes: prefix.span)
        if onlySubscription == prefix { onlySubscription = nil }
    }
}
