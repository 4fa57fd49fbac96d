internal import Glibc
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import Messages
internal import NIOCore
internal import PrometheusText
internal import WireJSON
internal import WorkerClient
internal import ZeroMQ

/// The server: routes, limits, and the line that says where it listens.
struct WebServer: Sendable {
    /// The most connections at a time; more are accepted when others have ended.
    private static let mostConnections = 20_000
    /// A connection on which nothing comes or goes for so long is closed.
    private static let idleTimeout = TimeAmount.seconds(60)

    let address: ListenAddress
    let policy: AccessPolicy
    /// The most streams of events of one caller.
    let streamsPerCaller: Int
    let log: Logger

    /// Serves until the program is told to end.
    ///
    /// - Parameter addresses: Where the services are; those that are not among them do not answer.
    /// - Throws: What keeps it from listening, or `ZMQError` when an endpoint of a service is invalid.
    func run(before addresses: [ServiceAddress]) async throws {
        try await ZMQNode.withNode(name: "web") { node in
            try await Services.withServices(addresses, on: node) { services in
                let hub = EventHub(addresses, on: node)
                let address = address
                let renderer = try PageRenderer()
                let application = Application(
                    responder: MethodResponder(routes: router(services, hub, renderer).buildResponder()),
                    server: .http1(
                        configuration: .init(
                            idleTimeout: Self.idleTimeout,
                            httpDecoderConfiguration: .init(
                                maxHeaderFieldSize: 16_384,
                                maxHeaderListSize: 32_768,
                                maxHeaderFieldCount: 100
                            )
                        )
                    ),
                    configuration: .init(
                        address: .hostname(address.host, port: address.port),
                        availableConnectionsDelegate: MaximumAvailableConnections(Self.mostConnections)
                    ),
                    services: [hub, TokenWatch(tokens: policy.tokens, hub: hub)],
                    onServerRunning: { channel in Self.announce(address, channel) },
                    logger: log
                )
                try await application.runService()
            }
        }
    }

    private func router(_ services: Services, _ hub: EventHub, _ renderer: PageRenderer) -> Router<WebContext> {
        let router = Router(context: WebContext.self, options: .autoGenerateHeadEndpoints)
        let records = RequestRecords()
        router.add(middleware: MetricsMiddleware(records: records))
        router.add(middleware: CompressionMiddleware())
        router.add(middleware: ProblemMiddleware())
        router.add(middleware: LoginMiddleware(renderer: renderer))
        router.add(middleware: AccessMiddleware(policy: policy))
        HealthRoutes(services: services).add(to: router)
        ResourceRoutes(services: services).add(to: router)
        OpenMarketRoutes(services: services).add(to: router)
        RPCRoutes(services: services).add(to: router)
        let limits = StreamLimits(mostPerCaller: streamsPerCaller)
        MetricsRoutes(services: services, records: records, streams: limits, process: ProcessFigures()).add(to: router)
        EventRoutes(hub: hub, services: services, tokens: policy.tokens, limits: limits).add(to: router)
        SessionRoutes(policy: policy).add(to: router)
        PageRoutes(services: services, renderer: renderer).add(to: router)
        router.refuseOtherMethods()
        return router
    }

    /// The line that scripts and tests wait for.
    private static func announce(_ address: ListenAddress, _ channel: any Channel) {
        let port = channel.localAddress?.port ?? address.port
        StandardStream.output.write("ready web-gateway pid=\(getpid()) http=\(address.url(port: port))\n")
    }
}
