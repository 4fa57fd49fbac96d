internal import Glibc
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import Messages
internal import NIOCore
internal import OTLPTracing
internal import Platform
internal import PrometheusText
internal import WorkerClient
internal import ZeroMQ

/// The server: routes, limits, and the line that says where it listens.
struct WebServer: Sendable {
    /// How many new connections may wait to be accepted; the system has a limit of its own (net.core.somaxconn).
    private static let backlog = 4_096

    let address: ListenAddress
    /// Where clients of the second generation find it without `/v2`; `nil` for nowhere.
    let secondGeneration: ListenAddress?
    let policy: AccessPolicy
    /// Whose certificates connections get; `nil` where the program speaks plain HTTP.
    let certificates: CertificateStore?
    let limits: RequestLimits
    /// The most streams of events of one caller.
    let streamsPerCaller: Int
    /// Who is told that the program listens and is alive; `nil` for nobody.
    let manager: ServiceManager?
    let log: Logger
    let audit: WriteAudit?
    /// Where each request is told; `nil` for nowhere.
    let accessLog: Logger?
    let tracer: OTLPTracer?
    /// Whether reads are answered from memory while nothing newer is known.
    let keepsReads: Bool

    /// Serves until the program is told to end.
    ///
    /// - Parameters:
    ///   - names: The services that are served.
    ///   - addresses: Where they are; those that are not among them do not answer.
    /// - Throws: What keeps it from listening, or `ZMQError` when an endpoint of a service is invalid.
    func run(before names: [ServiceName], at addresses: [ServiceAddress]) async throws {
        try await ZMQNode.withNode(name: "web") { node in
            let kept = KeptReads(of: names, keepsAnswers: keepsReads)
            try await Services.withServices(
                names,
                at: addresses,
                on: node,
                kept: kept,
                audit: audit,
                tracer: tracer
            ) { services in
                let hub = EventHub(addresses, of: services, on: node)
                let connections = OpenConnections(most: limits.connections)
                let budgets = MemoryBudgets(limits)
                let renderer = try PageRenderer(for: services)
                let history = LoadHistory(of: services)
                let (manager, certificates, tokens) = (manager, certificates, policy.tokens)
                let (limits, clocks) = (limits, ConnectionClocks())
                let announcement = Announcement(
                    of: secondGeneration == nil ? 1 : 2,
                    by: certificates == nil ? "http" : "https",
                    to: manager
                )
                let records = RequestRecords()
                let routes = router(
                    services: services,
                    records: records,
                    hub: hub,
                    renderer: renderer,
                    history: history,
                    connections: connections,
                    budgets: budgets
                ).buildResponder()
                let responder = ResourcePolicyResponder(
                    reads: policy.foreignReads,
                    responder: TaskResponder(connections: connections, responder: MethodResponder(routes: routes))
                )
                // What has a line or a span for each request sees each.
                let repeats =
                    keepsReads && accessLog == nil && tracer == nil
                    ? RepeatedReads.Rules(kept: kept, policy: policy, memory: budgets.process, records: records) : nil
                let listener = { (address: ListenAddress, base: String) in
                    Application(
                        responder: OpenMarketPathResponder(base: base, responder: responder),
                        server: HTTPServerBuilder { responder in
                            HTTPConnections(
                                http: HTTP1Channel(responder: responder),
                                certificates: certificates,
                                limiter: { ConnectionLimiter(limits, connections, budgets, clocks, $0) },
                                repeats: repeats,
                                cancel: { connections.end() }
                            )
                        },
                        configuration: .init(
                            address: address.bindAddress,
                            backlog: Self.backlog
                        ),
                        onServerRunning: { [policy] channel in
                            if case .unix(let path) = address {
                                SocketFile.open(path, isBehindProxy: policy.isBehindProxy)
                            }
                            announcement.listens(at: address, over: channel, under: base)
                        },
                        logger: log
                    )
                }
                var application = listener(address, "")
                let files = FileWatch {
                    certificates?.readAgain()
                    // Some streams of events may have to end.
                    if tokens.readAgain() { hub.wake() }
                }
                application.addServices(hub, history, files)
                application.addServices(MemoryWatch(memory: budgets.process, connections: connections, log: log))
                if let second = secondGeneration {
                    let listener = listener(second, OpenMarketGeneration.secondBase)
                    application.addServices(Listener(address: second, application: listener))
                }
                if let manager {
                    let loops = application.eventLoopGroup
                    application.addServices(ManagerWatch(manager: manager, node: node, loops: loops))
                }
                do {
                    try await application.runService()
                } catch let error as IOError {
                    throw ListenFailure(address: address, error: error)
                }
            }
        }
    }

    private func router(
        services: Services,
        records: RequestRecords,
        hub: EventHub,
        renderer: PageRenderer,
        history: LoadHistory,
        connections: OpenConnections,
        budgets: MemoryBudgets
    ) -> Router<WebContext> {
        let router = Router(context: WebContext.self, options: .autoGenerateHeadEndpoints)
        // One by one: those that are left out take no time of any request then.
        router.add(middleware: MetricsMiddleware(records: records))
        if audit != nil || accessLog != nil {
            router.add(middleware: AccessLogMiddleware(log: accessLog, isBehindProxy: policy.isBehindProxy))
        }
        if policy.isBehindProxy || certificates != nil {
            router.add(middleware: StrictTransport(isBehindProxy: policy.isBehindProxy))
        }
        router.add(middleware: BoundsMiddleware(budgets: budgets))
        router.add(middleware: CompressionMiddleware())
        let login = LoginForm(renderer: renderer, isBehindProxy: policy.isBehindProxy)
        let pages = ProblemPages(renderer: renderer)
        router.add(middleware: ProblemMiddleware(loginForm: login, pages: pages) { OpenMarketRoutes.has($0) })
        if let audit { router.add(middleware: AuditMiddleware(audit: audit)) }
        router.add(middleware: AccessMiddleware(policy: policy))
        router.add(middleware: pages)
        // Behind the one that knows whose traces are gone on with.
        if let tracer { router.add(middleware: SpanMiddleware(tracer: tracer)) }
        HealthRoutes(services: services).add(to: router)
        ResourceRoutes(services: services).add(to: router)
        ServiceRoutes(services: services).add(to: router)
        OpenMarketRoutes(services: services, isBehindProxy: policy.isBehindProxy).add(to: router)
        RPCRoutes(services: services, answers: budgets.answers).add(to: router)
        let streams = StreamLimits(mostPerCaller: streamsPerCaller)
        MetricsRoutes(
            services: services,
            records: records,
            streams: streams,
            connections: connections,
            certificates: certificates,
            budgets: budgets,
            process: ProcessFigures()
        ).add(to: router)
        EventRoutes(hub: hub, services: services, policy: policy, limits: streams).add(to: router)
        SessionRoutes(policy: policy, renderer: renderer).add(to: router)
        PageRoutes(services: services, renderer: renderer, history: history).add(to: router)
        router.refuseOtherMethods()
        return router
    }
}
