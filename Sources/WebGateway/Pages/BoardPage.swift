internal import Localization
internal import Messages
internal import Platform
internal import WireJSON
internal import WorkerClient

/// `/board`: what each service says of itself, for those who operate them.
struct BoardPage: Sendable {
    /// With how many of the latest events of each service the page opens.
    private static let pastEvents = 30

    let services: Services
    let history: LoadHistory

    @Sendable func show(_ asked: PageRequest) async throws -> PageAnswer {
        try asked.context.role.require(.operate, for: "board")
        let document = await document()
        let texts = asked.texts
        var page = Page("board", of: "board")
        page.positions = document.services.compactMap { $0.position?.before(Self.pastEvents) }
        page.data = [("board", document.json), ("rates", history.json), ("names", await names(in: texts))]
        page.context["workers"] = document.services.map { $0.row(texts) }
        page.context["alerts"] = document.services.flatMap { $0.alerts(texts) }.map { ["text": $0] }
        return .page(page)
    }

    /// What the subjects of events are called, by service.
    private func names(in texts: TextTable) async -> [UInt8] {
        async let menu = try? await services.probe(.juice, with: JuiceMethod.menu)
        async let products = try? await services.probe(.market, with: MarketMethod.productsList)
        let read = { (bytes: [UInt8]?) in bytes.flatMap { try? JSONReader(limits: .generous).read($0) } }
        let fruits = read(await menu?.result).flatMap { JuiceMenuResult($0) }?.fruits ?? []
        let catalogue = read(await products?.result).flatMap { MarketProductPage($0) }?.pages ?? []
        return JSONWriter.object { writer in
            writer.object("juice") { writer in
                for fruit in fruits {
                    writer.name(fruit.key)
                    writer.string(texts.name(of: fruit.name))
                }
            }
            writer.object("market") { writer in
                for product in catalogue {
                    writer.name("\(product.id)")
                    writer.string(product.name)
                }
            }
        }
    }

    /// What the services say now; who does not answer within a second is away.
    func document() async -> BoardDocument {
        var found: [ServiceName: ServiceView] = [:]
        await withTaskGroup(of: ServiceView.self) { group in
            for service in services.names { group.addTask { await ServiceView(service, in: services) } }
            for await view in group { found[view.service] = view }
        }
        return BoardDocument(services: services.names.compactMap { found[$0] })
    }
}

/// What `GET /api/board` answers.
struct BoardDocument: Sendable {
    let services: [ServiceView]

    var json: [UInt8] {
        JSONWriter.object { writer in
            writer.array("workers", of: services) { writer, view in view.write(to: &writer) }
        }
    }
}

/// What one service says of itself.
struct ServiceView: Sendable {
    let service: ServiceName
    private let health: HealthReport?
    private let healthJSON: [UInt8]?
    private let statistics: ServiceStatistics?
    private let statisticsJSON: [UInt8]?
    /// Its stream at that moment.
    let position: StreamPosition?

    init(_ service: ServiceName, in services: Services) async {
        self.service = service
        async let healthReply = try? await services.probe(service, with: ServiceMethod.health)
        async let statisticsReply = try? await services.probe(service, with: ServiceMethod.stats)
        let (health, statistics) = await (healthReply, statisticsReply)
        self.health = health.flatMap { try? JSONReader(limits: .generous).read($0.result) }.flatMap { HealthReport($0) }
        healthJSON = self.health.flatMap { _ in health?.result }
        self.statistics = statistics.flatMap { try? JSONReader(limits: .generous).read($0.result) }
            .flatMap { ServiceStatistics($0) }
        statisticsJSON = self.statistics.flatMap { _ in statistics?.result }
        position = StreamPosition(of: service, in: health?.meta)
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("service", service.rawValue)
        writer.member("name", service.program)
        writer.name("worker")
        writer.null()
        for (name, json) in [("health", healthJSON), ("stats", statisticsJSON)] {
            writer.name(name)
            if let json { writer.raw(json) } else { writer.null() }
        }
        writer.endObject()
    }

    /// As the template takes it.
    func row(_ texts: TextTable) -> [String: Any] {
        let busiest = statistics?.methodsOfUsers.max { $0.count < $1.count }
        let state = health.map { $0.isServing ? "js_serving" : "js_troubled" } ?? "js_gone"
        return [
            "service": service.rawValue, "name": service.program,
            "is_serving": health?.isServing == true, "is_troubled": health?.isServing == false,
            "is_away": health == nil,
            "state_text": texts[state],
            "requests": statistics?.requestsOfUsers.grouped ?? "–",
            "busiest": busiest?.name ?? "–",
            "p50": Self.milliseconds(busiest?.p50), "p99": Self.milliseconds(busiest?.p99),
            "queue": statistics.map { "\($0.inFlight)" } ?? "–",
            "subscribers": statistics.map { "\($0.subscribers)" } ?? "–",
            "memory": statistics?.memory.map { "\(($0 * 10 >> 20) / 10).\(($0 * 10 >> 20) % 10) MiB" } ?? "–",
            "lag": "–",
        ]
    }

    /// What an operator should look at.
    func alerts(_ texts: TextTable) -> [String] {
        guard let health else { return [texts("js_alert_gone", name: service.program)] }
        return health.checks.filter { !$0.isOK }.map { "\(service.program): \($0.name): \($0.detail)" }
    }

    private static func milliseconds(_ microseconds: Int?) -> String {
        guard let microseconds else { return "–" }
        let hundredths = microseconds / 10
        let fraction = hundredths % 100
        return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction) ms"
    }
}
