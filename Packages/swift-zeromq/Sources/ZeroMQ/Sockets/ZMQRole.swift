internal import CZMQ

/// The socket types of libzmq: zmq_socket(3).
enum ZMQRole: CaseIterable {
    case pair, pub, sub, xpub, xsub, request, reply, dealer, router, push, pull, stream

    var type: CInt {
        switch self {
        case .pair: ZMQ_PAIR
        case .pub: ZMQ_PUB
        case .sub: ZMQ_SUB
        case .xpub: ZMQ_XPUB
        case .xsub: ZMQ_XSUB
        case .request: ZMQ_REQ
        case .reply: ZMQ_REP
        case .dealer: ZMQ_DEALER
        case .router: ZMQ_ROUTER
        case .push: ZMQ_PUSH
        case .pull: ZMQ_PULL
        case .stream: ZMQ_STREAM
        }
    }

    /// Where the first frame names a peer, something has to follow it.
    var minimumFrames: Int {
        switch self {
        case .router, .stream: 2
        default: 1
        }
    }

    /// Whether connections can carry the name that an authenticator gave the peer.
    ///
    /// libzmq (4.3.4, and as its source is in July 2026) puts the name before the first message, and the session of a REQ drops the connection's messages
    /// for it, because it is no answer.
    var isToldNames: Bool { self != .request }

    /// Only subscriptions and their ends come in there: see ``ZMQSocketOptions/subscriptions``.
    var isSubscriber: Bool { self == .sub || self == .xsub }
    var isPublisher: Bool { self == .pub || self == .xpub }
}
