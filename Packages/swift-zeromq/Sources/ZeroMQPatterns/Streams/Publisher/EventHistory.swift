public import ZeroMQ

/// The newest events of a stream, numbered, and all that its subscribers need to miss none.
///
/// A publisher sends each event over an ``XPubSocket``, a heartbeat every second or so, a marker to anyone who joins,
/// and answers requests for the past over a ``RouterSocket``. On the other side is a ``StreamSubscription``.
///
/// In memory: a publisher that is started again begins another epoch, of which its subscribers learn.
///
/// ```swift
/// var history = EventHistory(of: "stock/")
/// try xpub.send(history.publish("stock/mango", payload: Array("3".utf8)))
/// ```
public struct EventHistory: Sendable {
    /// What each sync topic begins with.
    static let syncPrefix = "~sync/"
    /// How much payload is sent at a time, in bytes; one event is in any case.
    private static let pageBytes = 1 << 20

    /// What all topics of the stream begin with.
    public let name: String
    /// The life of the stream.
    public let epoch: String
    /// The newest event; 0 before the first.
    public private(set) var newest = 0

    private let limit: Int
    private var events = RingQueue<PublishedEvent>()

    /// Creates a stream without events.
    ///
    /// - Parameters:
    ///   - name: What all topics begin with, such as `stock/`; it sorts before `~` in byte order.
    ///   - epoch: The life of the stream: no other may ever have had the same.
    ///   - limit: How many events are kept for those who have missed some, from 1.
    public init(
        of name: String,
        epoch: String = String(UInt64.random(in: 0 ... .max), radix: 36),
        keeping limit: Int = 10_000
    ) {
        self.name = name
        self.epoch = epoch
        self.limit = max(1, limit)
    }

    /// The oldest event that is kept; one above the newest when there is none.
    public var oldest: Int { newest - events.count + 1 }

    /// Numbers an event and keeps it.
    ///
    /// - Parameters:
    ///   - topic: Its topic; the name of the stream is put before it where it does not begin with that.
    ///   - payload: What it says.
    /// - Returns: The message to send to all subscribers.
    public mutating func publish(_ topic: String, payload: [UInt8]) -> ZMQMultipart {
        newest += 1
        let topic = topic.hasPrefix(name) ? topic : name + topic
        let event = PublishedEvent(topic: topic, epoch: epoch, sequence: newest, payload: payload)
        if events.count == limit { _ = events.popFirst() }
        events.append(event)
        return event.message
    }

    /// The message that says how far the stream is, so that the loss of the last event is noticed, too.
    public var heartbeat: ZMQMultipart {
        StreamPosition(epoch: epoch, sequence: newest).message(topic: name)
    }

    /// The message to send when a subscriber joins; `nil` for a wish that is not that of joining.
    ///
    /// A subscriber subscribes to a topic of its own behind all others. libzmq tells of them in byte order, so that
    /// anyone who gets the marker gets all later events.
    ///
    /// - Parameter wish: What an ``XPubSocket`` has received.
    public func marker(for wish: borrowing ZMQMultipart) -> ZMQMultipart? {
        guard let wish = ZMQSubscription(wish), wish.isSubscribed, wish.topic.starts(with: Self.syncPrefix.utf8) else {
            return nil
        }
        let topic = String(decoding: wish.topic, as: UTF8.self)
        return StreamPosition(epoch: epoch, sequence: newest).message(topic: topic)
    }

    /// The answer to a request for the past; `nil` for another request.
    ///
    /// The request: frames with `replay`, the name, the sequence that events are asked for after, and how many. The answer: the
    /// epoch, the sequence to ask after next, `all` or `more`, and a topic and a payload for each event. Where the events are not
    /// kept any more it is refused with `truncated` and the oldest that is.
    public func replay(_ request: RoutedRequest) -> RequestAnswer? {
        let asked = request.body
        guard asked.count == 4, asked.text(0) == "replay", asked.text(1) == name, let after = Int(asked.text(2)),
            let count = Int(asked.text(3)), after >= 0, count > 0
        else { return nil }
        guard after < newest else { return .done(ZMQMultipart(utf8: epoch, "\(newest)", "all")) }
        guard after + 1 >= oldest else { return .refused(ZMQMultipart(utf8: "truncated", "\(oldest)")) }
        var page: [PublishedEvent] = []
        var bytes = 0
        for index in after + 1 - oldest..<events.count where page.count < count {
            guard let event = events.element(index) else { break }
            bytes += event.topic.utf8.count + event.payload.count
            if bytes > Self.pageBytes, !page.isEmpty { break }
            page.append(event)
        }
        let next = after + page.count
        var body = ZMQMultipart(utf8: epoch, "\(next)", next == newest ? "all" : "more")
        for event in page {
            body.append(utf8: event.topic)
            body.append(event.payload)
        }
        return .done(body)
    }
}
