internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import PrometheusText

/// `GET /metrics`: figures of this program, and of the services as they tell them.
struct MetricsRoutes: Sendable {
    let services: Services
    let records: RequestRecords
    let streams: StreamLimits
    let connections: OpenConnections
    let certificates: CertificateStore?
    let budgets: MemoryBudgets
    let process: ProcessFigures

    func add(to router: Router<WebContext>) {
        router.get("/metrics") { request, _ in await answer(to: request) }
    }

    private func answer(to request: Request) async -> Response {
        let format = MetricsFormat(accept: request.headers[.accept])
        var text = MetricsText(format)
        records.add(to: &text)
        let count = MetricsText.Sample([], streams.count)
        text.add(.gauge, "jangteo_web_event_streams", "Streams of events that are open.", [count])
        let open = MetricsText.Sample([], connections.count)
        text.add(.gauge, "jangteo_web_connections", "Connections that are open.", [open])
        certificates?.add(to: &text)
        let held = [("requests", budgets.requests.used), ("answers", budgets.answers.used)]
        text.add(
            .gauge,
            "jangteo_web_held_bytes",
            "Bytes of requests and answers in memory, which --body-memory and --answer-memory bound.",
            held.map { MetricsText.Sample([("of", $0)], $1) }
        )
        services.kept.add(to: &text)
        process.add(to: &text)
        await ServiceFigures(of: services).add(to: &text)
        let headers: HTTPFields = [.contentType: format.contentType, .cacheControl: "no-store"]
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: text.finished())))
    }
}
