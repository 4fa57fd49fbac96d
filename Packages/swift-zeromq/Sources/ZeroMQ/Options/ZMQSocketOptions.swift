/// How a socket behaves.
///
/// Taken when the socket is made, before it is bound or connected, and fixed from then on.
///
/// Start from the defaults of the role (``router``, ``dealer``, ``sub`` and so on) and change what must differ. A value
/// out of its range makes the node refuse the socket with `invalidOption`. Durations are rounded up to milliseconds.
public struct ZMQSocketOptions: Sendable, Hashable {
    /// Messages waiting to be sent per peer, 1…2147483647.
    ///
    /// Beyond it a ROUTER and a DEALER refuse (`wouldBlock`) and an XPUB drops what that one subscriber should get.
    public var sendHighWaterMark: Int
    /// Messages received and not yet read per peer, 1…2147483647.
    ///
    /// A SUB drops beyond it, the others stop the peer.
    public var receiveHighWaterMark: Int
    /// The largest frame taken from a peer, in bytes, from 1.
    ///
    /// A peer that announces a larger one is disconnected. Over CURVE at least 384: the peer's handshake has to fit.
    public var maximumFrameBytes = 1 << 20
    /// The frames kept of one message, from 1; a ROUTER's routing id counts.
    ///
    /// The message is given with those, see ``ZMQMultipart/isIncomplete``; the others are thrown away, some thousands in
    /// an iteration of the node. A bound socket disconnects a peer that sends more than 1 000 of them.
    public var maximumFrames = 16
    /// Whether each received message says who sent it, see ``ZMQMultipart/peer``; that costs a few look-ups a message.
    public var identifiesPeers = false
    /// The bytes kept of one message, from 1; a ROUTER's routing id counts.
    ///
    /// The frame that would take it above, and all after it, are thrown away, as those over ``maximumFrames`` are.
    public var maximumMessageBytes = 16 << 20
    /// Connections over ipc that wait to be accepted, from 1.
    ///
    /// One more is refused. The system may allow fewer.
    public var backlog = 100
    /// Connections over TCP that wait to be accepted, from 1.
    ///
    /// One more is not answered, so that its system tries again after a second (RFC 6298). The system may allow fewer.
    public var tcpBacklog = 100
    /// How long messages not yet sent outlive the socket that was closed, 0…2147483 seconds.
    ///
    /// A message that was sent has left this process, and no more than that: a peer whose queue is full may give up the connection
    /// at its end before it has read all that came over it. Where it matters, have the peer say what it has before you close.
    public var linger: Duration
    /// How long a new connection may take to introduce itself, up to 2147483 seconds.
    ///
    /// 0 means forever, which lets idle connections use up all files of the process.
    public var handshakeInterval: Duration = .seconds(1)
    /// The pause between pings on an idle connection, up to 2147483 seconds; 0 for none.
    public var heartbeatInterval: Duration = .seconds(2)
    /// How long an unanswered ping is waited for until the connection is given up, up to 2147483 seconds.
    public var heartbeatTimeout: Duration = .seconds(6)
    /// How long the peer should wait for our pings until it gives up, 0…6553 seconds in steps of 0.1 s.
    public var heartbeatTimeToLive: Duration = .seconds(6)
    /// The pause before the first attempt to connect again, up to 2147483 seconds.
    public var reconnectInterval: Duration = .milliseconds(100)
    /// The longest pause between attempts, to which it doubles; 0 keeps ``reconnectInterval``.
    public var maximumReconnectInterval: Duration = .seconds(5)
    /// Whether messages are only given to connections that are complete.
    ///
    /// Without a connected peer a DEALER then refuses (`wouldBlock`) instead of keeping messages for a peer that may
    /// never come. But libzmq 4.3.4 then drops replies that have arrived and were not read yet when the connection ends.
    public var immediate = false
    /// How long an attempt to connect may take, up to 2147483 seconds; 0 leaves it to the system.
    public var connectTimeout: Duration = .zero
    /// What peers can read of this end with ``ZMQMultipart``, under `X-` and the name.
    ///
    /// A name is up to 253 letters, digits, `-`, `_`, `.` and `+` (RFC 37/ZMTP), a value up to 4096 bytes of text. The
    /// handshake carries them, and a peer may refuse one that is larger than its ``maximumFrameBytes``.
    public var metadata: [String: String] = [:]

    // MARK: The network

    /// How long TCP repeats what the peer's system does not acknowledge, up to 2147483 seconds; 0 leaves it to the system.
    public var tcpRetransmissionTimeout: Duration = .zero
    /// The size of the system's buffer for what is sent on a connection, in bytes; `nil` leaves it to the system.
    public var sendBufferBytes: Int?
    /// The size of the system's buffer for what comes on a connection, in bytes; `nil` leaves it to the system.
    public var receiveBufferBytes: Int?
    /// What IP packets say of the traffic, 0…255 (RFC 2474).
    public var typeOfService = 0
    /// Which I/O threads of the context may serve new connections, a bit for each; 0 for all.
    public var ioThreads: UInt64 = 0

    // MARK: Roles

    /// What a SUB or an XSUB asks for from the beginning; the empty prefix asks for all.
    public var subscriptions: [[UInt8]] = []
    /// Whether a SUB, a PULL, a PUB, a PUSH or a DEALER keeps only the last message for its reader, or for a peer.
    ///
    /// The last of each peer, whatever its topic: a later message takes the place of an earlier one that had another. So a SUB has
    /// one subscription at most, and a second is refused with `invalidOption`. Messages have one frame, and a PUB, a PUSH or a DEALER
    /// refuses others with `invalidMessage`. What a peer sends in several frames is lost but for its last one, which a SUB takes
    /// for the topic (`ZMQ_CONFLATE`, zmq_setsockopt(3)).
    public var keepsOnlyLast = false
    /// What a PUB or an XPUB sends to each new subscriber before all else, as one frame; nobody is sent an empty one.
    ///
    /// It is filtered by the subscriptions as any message is.
    public var welcomeMessage: [UInt8] = []
    /// Whether a PUB or an XPUB refuses (`wouldBlock`) a message that one subscriber's queue has no room for.
    ///
    /// Then no subscriber misses one, and the slowest decides for all.
    public var refusesWhenFull = false
    /// Whether an XPUB reports a subscription again that it has reported already, as another subscriber's.
    ///
    /// The end of one is reported once in any case, when nobody wants it any more: anyone who hands subscriptions on to
    /// an XSUB, which counts them, turns this off.
    public var repeatsSubscriptions = true
    /// Whether subscribers get what they did *not* subscribe to; a PUB, an XPUB and a SUB have to agree on it.
    public var invertsMatching = false
    /// What a REQ, a REP, a DEALER or a ROUTER tells a ROUTER to call it: 1…255 bytes, of which the first is not 0.
    public var routingID: [UInt8]?
    /// Whether a ROUTER gives a name that is taken to the newcomer, and ends the connection that had it.
    ///
    /// Then anyone who knows a name can take it: only for peers that are known.
    public var takesOverRoutingIDs = false
    /// Whether a REQ, a DEALER or a ROUTER sends an empty message with each new connection, so that a ROUTER knows it.
    public var probesRouters = false
    /// Whether a DEALER introduces itself with 7 random bytes instead of having the ROUTER number it.
    ///
    /// Nobody can take such a routing id before it does. A ROUTER that has not noticed the end of the last connection
    /// ignores the next one under the same id, so this is for sockets that do not outlive their connection.
    public var choosesRoutingID = false

    private init(highWaterMark: Int, linger: Duration) {
        sendHighWaterMark = highWaterMark
        receiveHighWaterMark = highWaterMark
        self.linger = linger
    }

    /// For sockets that are bound, where anybody may connect.
    ///
    /// libzmq 4.3.4 aborts the process when it would ping a peer that is gone while messages of it wait, because of
    /// ``receiveHighWaterMark`` (libzmq issues 4364 and 4767). Peers that ping say themselves when to give them up, and the
    /// system tells of others.
    private var withoutPings: ZMQSocketOptions {
        var options = self
        options.heartbeatInterval = .zero
        return options
    }

    /// The defaults of a ROUTER: 16384 messages per peer, frames to 1 MiB, no pings, replies outlive the socket by 1 second.
    public static var router: ZMQSocketOptions {
        ZMQSocketOptions(highWaterMark: 16_384, linger: .seconds(1)).withoutPings
    }

    /// The defaults of a DEALER: 16384 messages per peer, frames to 1 MiB, no linger.
    public static var dealer: ZMQSocketOptions {
        ZMQSocketOptions(highWaterMark: 16_384, linger: .zero)
    }

    /// The bytes of a frame with a subscription beside the topic, rounded up: ZMTP 3.1 sends it as a command with a name.
    public static var subscriptionOverhead: Int { 16 }

    /// The defaults of an XPUB: 100000 messages per subscriber, 1 second of linger, frames to 128 bytes, no pings.
    ///
    /// Only subscriptions come in, and each costs many times its size in memory, so large ones are refused.
    public static var xpub: ZMQSocketOptions {
        var options = ZMQSocketOptions(highWaterMark: 100_000, linger: .seconds(1)).withoutPings
        options.maximumFrameBytes = 128
        return options
    }

    /// The defaults of a SUB: 100000 messages per publisher, frames to 1 MiB, no linger.
    ///
    /// What it sends are subscriptions, as many as are asked for: libzmq (4.3.4 and 4.3.5) drops those above ``sendHighWaterMark`` that
    /// are made before the socket is read again, however slowly, without a word.
    public static var sub: ZMQSocketOptions {
        var options = ZMQSocketOptions(highWaterMark: 100_000, linger: .zero)
        // In one process libzmq adds that of the other side.
        options.sendHighWaterMark = 1 << 30
        return options
    }

    /// The defaults of a PUB, which are those of an XPUB.
    public static var pub: ZMQSocketOptions { xpub }

    /// The defaults of an XSUB, which are those of a SUB.
    public static var xsub: ZMQSocketOptions { sub }

    /// The defaults of a PAIR: 16384 messages, frames to 1 MiB, no pings, 1 second of linger.
    public static var pair: ZMQSocketOptions { router }

    /// The defaults of a REQ, which are those of a DEALER.
    public static var request: ZMQSocketOptions { dealer }

    /// The defaults of a REP, which are those of a ROUTER.
    public static var reply: ZMQSocketOptions { router }

    /// The defaults of a PUSH: 16384 messages per peer, no pings, 1 second of linger.
    public static var push: ZMQSocketOptions { router }

    /// The defaults of a PULL: 16384 messages per peer, frames to 1 MiB, no pings.
    public static var pull: ZMQSocketOptions { router }

    /// The defaults of a STREAM: 16384 messages per peer, no pings, 1 second of linger.
    public static var stream: ZMQSocketOptions { router }
}
