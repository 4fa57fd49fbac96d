internal import Glibc
internal import NIOCore

/// Hands bytes to the decoder head by head, and none while as many requests of the connection are in progress as may be.
///
/// The decoder reads all that it is given. What waits here was read together, since nothing more is read meanwhile.
final class RequestFeed: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// How the body that is read ends.
    enum Framing: Hashable {
        /// None is read.
        case none
        /// With this many bytes more.
        case length(Int)
        case chunked
    }

    /// Of chunks this many bytes at least are handed on together, whatever blank lines are in them.
    private static let leastOfChunks = 512

    /// Requests whose answer has not been sent; set by what sees requests and answers.
    var requests = 0
    /// How the body ends that is read; set by what sees requests.
    var framing = Framing.none
    /// Nothing more is taken for a request: what comes is dropped.
    var isEnding = false {
        didSet {
            guard isEnding else { return }
            waiting = ByteBuffer()
            resume()
        }
    }

    private var context: ChannelHandlerContext?
    private var waiting = ByteBuffer()
    private var wantsRead = false
    private var isInputClosed = false
    private var isResuming = false
    /// The beginning of a head has been handed on, and not its end.
    private var isInHead = false
    /// Of the line that was handed on last nothing, or a carriage return.
    private var isLineEmpty = true

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        // What is read together waits here together.
        let size = RequestLimits.maxRead
        let allocator = AdaptiveRecvByteBufferAllocator(minimum: 512, initial: 2_048, maximum: size)
        try? context.channel.syncOptions?.setOption(.recvAllocator, value: allocator)
        try? context.channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
        let mark = ChannelOptions.Types.WriteBufferWaterMark(low: 16 << 10, high: 32 << 10)
        try? context.channel.syncOptions?.setOption(.writeBufferWaterMark, value: mark)
    }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isEnding else { return }
        var bytes = unwrapInboundIn(data)
        if waiting.readableBytes == 0 { waiting = bytes } else { waiting.writeBuffer(&bytes) }
        feed(context)
    }

    func read(context: ChannelHandlerContext) {
        if waiting.readableBytes == 0 { context.read() } else { wantsRead = true }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event as? ChannelEvent == .inputClosed, waiting.readableBytes > 0 else {
            return context.fireUserInboundEventTriggered(event)
        }
        isInputClosed = true
    }

    func channelInactive(context: ChannelHandlerContext) {
        waiting = ByteBuffer()
        context.fireChannelInactive()
    }

    /// Goes on with what waits, after ``requests`` or ``isEnding`` has changed.
    func resume() {
        guard waiting.readableBytes > 0 || wantsRead || isInputClosed, !isResuming, let context else { return }
        isResuming = true
        // Not now: an answer is being written, or a request read.
        context.eventLoop.assumeIsolated().execute { [self] in
            isResuming = false
            guard self.context != nil else { return }
            if waiting.readableBytes > 0 {
                feed(context)
                context.fireChannelReadComplete()
            }
            guard waiting.readableBytes == 0 else { return }
            if wantsRead {
                wantsRead = false
                context.read()
            }
            if isInputClosed {
                isInputClosed = false
                context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
            }
        }
    }

    private func feed(_ context: ChannelHandlerContext) {
        while !isEnding, requests < RequestLimits.maxRequests, let piece = nextPiece() {
            context.fireChannelRead(wrapInboundOut(piece))
        }
        // Not to keep the memory of what was read.
        if waiting.readableBytes == 0 { waiting = ByteBuffer() }
    }

    /// Bytes with the end of one head at most; `nil` where there are none.
    private func nextPiece() -> ByteBuffer? {
        let count: Int
        // Empty lines before a request line are no request (RFC 9112, 2.2), and not worth a piece each.
        if framing == .none || framing == .length(0), !isInHead { dropEmptyLines() }
        guard waiting.readableBytes > 0 else { return nil }
        switch framing {
        case .length(let left) where left > 0:
            count = min(left, waiting.readableBytes)
            framing = .length(left - count)
        case .chunked:
            // A head may begin behind the last chunk.
            (isInHead, isLineEmpty) = (true, true)
            count = endOfHead(from: Self.leastOfChunks)
        case .none, .length: count = endOfHead(from: 0)
        }
        return waiting.readSlice(length: count)
    }

    private func dropEmptyLines() {
        let count = waiting.readableBytesView.prefix { $0 == 0x0D || $0 == 0x0A }.count
        waiting.moveReaderIndex(forwardBy: count)
    }

    /// The number of bytes to the end of the first empty line; all where there is none.
    private func endOfHead(from start: Int) -> Int {
        waiting.withUnsafeReadableBytes { bytes in
            var place = min(start, bytes.count)
            isLineEmpty = isLineEmpty && isInHead
            isInHead = true
            while let end = bytes[place...].firstIndex(of: 0x0A) {
                if isLineEmpty, bytes[place..<end].allSatisfy({ $0 == 0x0D }) {
                    isInHead = false
                    return end + 1
                }
                (place, isLineEmpty) = (end + 1, true)
            }
            isLineEmpty = isLineEmpty && bytes[place...].allSatisfy { $0 == 0x0D }
            return bytes.count
        }
    }
}
