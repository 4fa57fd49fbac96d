internal import NIOCore
internal import NIOSSL
internal import NIOTLS

/// Keeps what happens to TLS from the HTTP behind it.
///
/// HTTP ends a connection by an answer and a while in which it can be read. Before the handshake has come to its end nobody can read
/// anything, so the connection ends at once.
final class HandshakeHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private let counts: HandshakeCounts
    private var end: HandshakeCounts.End? {
        didSet { if let end { counts.record(end) } }
    }

    init(_ counts: HandshakeCounts) { self.counts = counts }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if end == nil, case .handshakeCompleted = event as? TLSUserEvent { end = .completed }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is NIOSSLError || error is NIOSSLExtraError || error is BoringSSLError else {
            return context.fireErrorCaught(error)
        }
        // The connection is closed by TLS. One that was closed without an announcement (close_notify) has lost nothing: each request
        // says where it ends (RFC 9112, 9.8).
        if end == nil { end = .failed }
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if end == nil { end = .ended }
        context.close(mode: end == .completed ? mode : .all, promise: promise)
    }
}
