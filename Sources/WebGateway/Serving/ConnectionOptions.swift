internal import DequeModule
internal import NIOCore
internal import NIOHTTP1

/// What is said between the two ends of one connection, and is no part of request or answer (RFC 9112, 6 to 9): versions, whether the
/// connection goes on, how a body ends, and offers to speak something else, which are declined by an answer (RFC 9110, 7.8).
///
/// What comes after it hears only of `Connection: close`, and of that in one form.
final class ConnectionOptions: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// A request whose answer has not begun.
    private struct Exchange {
        let isHead: Bool
        let isOldVersion: Bool
        let isLast: Bool
    }

    private let decoder: RequestDecoder
    private var exchanges: Deque<Exchange> = []
    /// Whether a request was refused before anything else saw it: what follows it is dropped.
    private var isRefused = false
    /// Whether the decoder reads nothing behind the request that is read.
    private var endsDecoding = false
    /// Whether the end of the present answer is the end of the connection.
    private var endsWithAnswer = false
    /// Whether the present answer has no body, whatever is written: that of a HEAD, for one (RFC 9112, 6.3).
    private var hasNoBody = false

    private init(_ decoder: RequestDecoder) { self.decoder = decoder }

    /// Adds what makes bytes of requests and answers, and one of these behind it.
    ///
    /// - Throws: What NIO throws where the channel is closed.
    static func addHandlers(
        to pipeline: ChannelPipeline.SynchronousOperations,
        limits: NIOHTTPDecoderLimitConfiguration
    ) throws {
        let decoder = RequestDecoder(limits: limits)
        // The framing is made here, since the encoder does not know what was asked.
        var framing = HTTPResponseEncoder.Configuration()
        framing.automaticallySetFramingHeaders = false
        try pipeline.addHandler(HTTPResponseEncoder(configuration: framing))
        // What is kept of a request is the field that is being read.
        try pipeline.addHandler(ByteToMessageHandler(decoder, maximumBufferSize: limits.maxHeaderListSize))
        try pipeline.addHandler(ConnectionOptions(decoder))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        switch unwrapInboundIn(data) {
        case .head(let head): read(head, in: context)
        case .body: context.fireChannelRead(data)
        case .end:
            decoder.hasStopped = endsDecoding
            context.fireChannelRead(data)
        }
    }

    private func read(_ head: HTTPRequestHead, in context: ChannelHandlerContext) {
        // Where it has gone on reading, it has not stopped.
        decoder.hasStopped = false
        let upgrade = head.upgrade
        endsDecoding = upgrade == .offered
        // A tunnel would begin behind CONNECT, and none does.
        let isOldVersion = head.version == .http1_0
        // HTTP/1.0 knows no chunks, so a proxy of that version may see another end of the body (RFC 9112, 6.1).
        let isFaulty = isOldVersion && head.headers.contains(name: "Transfer-Encoding")
        let isLast = !head.isKeepAlive || head.method == .CONNECT || upgrade == .unclear || isFaulty
        exchanges.append(Exchange(isHead: head.method == .HEAD, isOldVersion: isOldVersion, isLast: isLast))
        var head = head
        guard head.takeAuthority() else {
            isRefused = true
            return context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
        }
        head.headers.remove(name: "Connection")
        if isLast { head.headers.add(name: "Connection", value: "close") }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.status.code / 100 == 1:
            // HTTP/1.0 knows no answers before the answer.
            guard exchanges.first?.isOldVersion != true else {
                promise?.succeed()
                return
            }
            context.write(data, promise: promise)
        case .head(var head):
            frame(&head, for: exchanges.popFirst())
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body where hasNoBody: promise?.succeed()
        case .body: context.write(data, promise: promise)
        case .end:
            context.write(data, promise: promise)
            guard endsWithAnswer else { return }
            context.flush()
            context.close(mode: .output, promise: nil)
        }
    }

    /// Says how the body ends, and whether the connection goes on.
    private func frame(_ head: inout HTTPResponseHead, for exchange: Exchange?) {
        let isOldVersion = exchange?.isOldVersion == true
        var isLast = exchange?.isLast == true || !head.isKeepAlive
        hasNoBody = exchange?.isHead == true || !head.status.mayHaveResponseBody
        if isOldVersion { head.version = .http1_0 }
        if !head.status.mayHaveResponseBody {
            head.headers.remove(name: "Content-Length")
        } else if exchange?.isHead != true, !head.headers.contains(name: "Content-Length") {
            if isOldVersion {
                // Without chunks the body ends with the connection.
                isLast = true
                endsWithAnswer = true
            } else {
                head.headers.replaceOrAdd(name: "Transfer-Encoding", value: "chunked")
            }
        }
        if isLast {
            head.headers.replaceOrAdd(name: "Connection", value: "close")
        } else if isOldVersion {
            head.headers.replaceOrAdd(name: "Connection", value: "keep-alive")
        }
    }
}
