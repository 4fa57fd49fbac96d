internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import NIOHTTPTypes

/// Answers a request that is, byte for byte, the one before it of the same connection, as long as its answer is exact.
///
/// That takes no change of thread and makes nothing: whoever asks again and again gets the finished bytes on the event loop of the
/// connection. Everything that decided about the first answer holds for the next one, but for time: so what is asked is whether
/// the read is still kept, the caller still accepted, and memory left.
final class RepeatedReads: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// What all connections share.
    struct Rules: Sendable {
        let kept: KeptReads
        let policy: AccessPolicy
        let memory: ProcessMemory
        let records: RequestRecords
    }

    /// A request and its answer.
    private struct Exchange {
        let request: HTTPRequest
        var response: HTTPResponse
        /// The number of the body in the reply; `nil` for none.
        var body: Int?
        let route: String
        let caller: Caller
        /// Kept by ``KeptReads`` alone: no connection keeps an answer that others have had replaced.
        weak var reply: WebReply?

        func finish(_ body: ByteBuffer) -> Int? {
            body.readableBytes <= RepeatedReads.maxBody ? reply?.finish(body) : nil
        }
    }

    /// The longest request that is kept.
    private static let maxRequest = 2_048
    /// The longest answer: others are counted on their way.
    fileprivate static let maxBody = 32 << 10
    /// What makes a request another one each time, or more than a question.
    private static let excluded: [HTTPField.Name] = [
        .connection, .contentLength, .transferEncoding, .expect, .range, .traceparent, .cookie,
    ]

    private let rules: Rules
    private let offered: OfferedRead
    /// How many requests were handed on whose answer has not come.
    private var waiting = 0
    /// The request that waits, where there is one that may come again.
    private var request: HTTPRequest?
    /// Its answer, of which the end has not come.
    private var begun: Exchange?
    private var last: Exchange?
    /// The request that is being read is answered here.
    private var answer: WebReply?
    private var hasWritten = false
    private var date = HTTPDate()

    init(_ rules: Rules, offered: OfferedRead) { (self.rules, self.offered) = (rules, offered) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            answer = waiting == 0 ? answerAgain(to: head) : nil
            guard answer == nil else { return }
            waiting += 1
            request = waiting == 1 && Self.mayComeAgain(head) ? head : nil
        case .body: break
        case .end:
            guard let reply = answer.take() else { break }
            return write(reply, in: context)
        }
        if answer == nil { context.fireChannelRead(data) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if hasWritten {
            hasWritten = false
            context.flush()
        }
        context.fireChannelReadComplete()
    }

    private static func mayComeAgain(_ request: HTTPRequest) -> Bool {
        guard request.method == .get, !excluded.contains(where: request.headerFields.contains) else { return false }
        let size = request.headerFields.reduce(request.path?.utf8.count ?? 0) { size, field in
            size + field.name.rawName.utf8.count + field.value.utf8.count
        }
        return size <= maxRequest
    }

    private static func mayBeGivenAgain(_ head: HTTPResponse) -> Bool {
        [.ok, .notModified].contains(head.status) && head.headerFields[.cacheControl] != "no-store"
    }

    /// What a request is answered with here; `nil` where it is handed on.
    private func answerAgain(to request: HTTPRequest) -> WebReply? {
        guard let last, let reply = last.reply, last.request == request, !rules.memory.isFull,
            rules.policy.accepts(last.caller), rules.kept.answer(to: reply.key) === reply
        else { return nil }
        return reply
    }

    private func write(_ reply: WebReply, in context: ChannelHandlerContext) {
        guard var exchange = last else { return }
        let start = ContinuousClock.now
        exchange.response.headerFields[.date] = date.now()
        context.write(wrapOutboundOut(.head(exchange.response)), promise: nil)
        if let number = exchange.body {
            context.write(wrapOutboundOut(.body(reply.finishedBody(number))), promise: nil)
        }
        context.write(wrapOutboundOut(.end(nil)), promise: nil)
        hasWritten = true
        let status = exchange.response.status.code
        rules.records.record(
            .init(method: "GET", route: exchange.route, status: status),
            took: start.duration(to: .now)
        )
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.status.kind != .informational:
            guard let offer = offered.take(), let request, Self.mayBeGivenAgain(head), offer.caller.session == nil,
                offer.caller.visitor == nil
            else { break }
            begun = Exchange(
                request: request,
                response: head,
                route: offer.route,
                caller: offer.caller,
                reply: offer.reply
            )
        case .body(let body):
            // A body in pieces is a long one.
            guard let number = begun?.body == nil ? begun?.finish(body) : nil else {
                begun = nil
                break
            }
            begun?.body = number
        case .end:
            waiting -= 1
            (last, begun, request) = (begun ?? last, nil, nil)
        default: break
        }
        context.write(data, promise: promise)
    }
}
