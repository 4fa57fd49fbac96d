internal import Hummingbird
internal import Messages
internal import WireJSON
internal import WorkerClient

/// What a load balancer asks: whether the program lives, and whether the services behind it do.
struct HealthRoutes: Sendable {
    let services: Services

    func add(to router: Router<WebContext>) {
        router.get("/health/live") { _, _ in JSONResponse.make(.ok, body: Array(#"{"status":"ok"}"#.utf8)) }
        router.get("/health/ready") { _, _ in await ready() }
    }

    /// Ready where every service says that it serves.
    private func ready() async -> Response {
        var states: [ServiceName: String] = [:]
        await withTaskGroup(of: (ServiceName, String).self) { group in
            for service in services.names { group.addTask { (service, await state(of: service)) } }
            for await (service, state) in group { states[service] = state }
        }
        let isReady = states.values.allSatisfy { $0 == "SERVING" }
        let json = JSONWriter.object { [states] writer in
            writer.member("status", isReady ? "ok" : "unavailable")
            writer.object("services") { writer in
                for service in services.names {
                    writer.name(service.rawValue)
                    writer.string(states[service] ?? "NO_ANSWER")
                }
            }
        }
        return JSONResponse.make(isReady ? .ok : .serviceUnavailable, body: json)
    }

    private func state(of service: ServiceName) async -> String {
        guard let reply = try? await services.probe(service, with: ServiceMethod.health),
            let health = (try? JSONReader().read(reply.result)).flatMap({ HealthReport($0) })
        else { return "NO_ANSWER" }
        return health.isServing ? "SERVING" : "NOT_SERVING"
    }
}
