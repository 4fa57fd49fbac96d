internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes
internal import NIOHTTPTypesHTTP1

/// HTTP/1.1 whose connections get a task with their first request.
///
/// Of what a connection costs, its task and the queues between it and the event loop are a large part. Those that never ask have
/// neither.
struct HTTPConnections: ServerChildChannel {
    /// What the server passes from ``setup(channel:logger:)`` to ``handle(value:logger:)``.
    struct Opened: ServerChildChannelValue {
        let channel: any Channel
    }

    /// Answers the requests of a connection.
    let http: HTTP1Channel
    /// Whose certificates they get; `nil` where nothing is encrypted.
    let certificates: CertificateStore?
    let limiter: @Sendable (RequestFeed) -> ConnectionLimiter
    /// What is needed to answer a request again; `nil` where each is handed on.
    let repeats: RepeatedReads.Rules?
    /// Called when the connections are to end at once.
    let cancel: @Sendable () -> Void
    let tasks = ConnectionTasks()

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Opened> {
        channel.eventLoop.makeCompletedFuture {
            var limits = NIOHTTPDecoderLimitConfiguration()
            limits.maxHeaderFieldCount = RequestLimits.maxFieldCount
            limits.maxHeaderFieldSize = RequestLimits.maxFieldBytes
            limits.maxHeaderListSize = RequestLimits.maxFieldsBytes
            let pipeline = channel.pipeline.syncOperations
            if let certificates { try pipeline.addHandlers(certificates.handlers()) }
            let feed = RequestFeed()
            try pipeline.addHandler(feed)
            try ConnectionOptions.addHandlers(to: pipeline, limits: limits)
            try pipeline.addHandlers([HTTP1ToHTTPServerCodec(secure: certificates != nil), limiter(feed)])
            let offered = repeats.map { _ in OfferedRead() }
            if let repeats, let offered { try pipeline.addHandler(RepeatedReads(repeats, offered: offered)) }
            try pipeline.addHandlers([
                HTTPConnectionStateHandler(logger: logger),
                FirstRequestHandler { [http, tasks] connection in
                    tasks.add {
                        await LocalPeer.$current.withValue(LocalPeer(of: connection.channel)) {
                            await OfferedRead.$current.withValue(offered) {
                                await http.handle(value: connection, logger: logger)
                            }
                        }
                    }
                },
            ])
            tasks.connectionOpened()
            channel.closeFuture.whenComplete { [tasks] _ in tasks.connectionClosed() }
            return Opened(channel: channel)
        }
    }

    func handle(value: Opened, logger: Logger) async {
        await tasks.run(onCancel: cancel)
    }
}

/// Hands a connection on with its first request.
private final class FirstRequestHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    private let serve: (HTTP1Channel.Value) -> Void

    init(_ serve: @escaping (HTTP1Channel.Value) -> Void) { self.serve = serve }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        do {
            let connection = try HTTP1Channel.Value(
                wrappingChannelSynchronously: context.channel,
                configuration: .init(isOutboundHalfClosureEnabled: true)
            )
            context.fireChannelRead(data)
            serve(connection)
            context.pipeline.syncOperations.removeHandler(self, promise: nil)
        } catch {
            context.close(promise: nil)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }
}
