internal import Messages
internal import PrometheusText
internal import WorkerClient

/// What each service tells of itself, as metrics.
struct ServiceFigures: Sendable {
    private typealias Sample = MetricsText.Sample

    private var found: [(service: ServiceName, statistics: ServiceStatistics?)] = []

    /// Asks all services at the same time; who does not answer in time counts as away.
    init(of services: Services) async {
        await withTaskGroup(of: (ServiceName, ServiceStatistics?).self) { group in
            for service in ServiceName.allCases {
                group.addTask {
                    (service, try? await services.read(service, ServiceMethod.stats) { ServiceStatistics($0) }.value)
                }
            }
            for await (service, statistics) in group { found.append((service, statistics)) }
        }
        found.sort { $0.service.rawValue < $1.service.rawValue }
    }

    func add(to text: inout MetricsText) {
        let up = "Whether the service answers: 1 or 0."
        text.add(
            .gauge,
            "jangteo_service_up",
            up,
            found.map { Sample(Self.labels($0.service), $0.statistics == nil ? 0 : 1) }
        )
        add(.counter, "jangteo_service_requests", "Requests answered, by method.", to: &text) { $0.count }
        add(.counter, "jangteo_service_refusals", "Requests answered with an error, by method.", to: &text) {
            $0.errors
        }
        let latency = "Time to answer a request, by method, in seconds; what that many of 100 answers did not exceed."
        let percentiles = samples { method in [("50", method.p50), ("99", method.p99), ("100", method.max)] }
        text.add(.gauge, "jangteo_service_latency_seconds", latency, percentiles)
        add(.counter, "jangteo_service_commits", "Transactions.", to: &text) { $0.commits }
        add(.counter, "jangteo_service_commit_failures", "Transactions that failed.", to: &text) { $0.commitFailures }
        add(.counter, "jangteo_service_events", "Events published.", to: &text) { $0.events }
        add(.gauge, "jangteo_service_queue_depth", "Requests that wait.", to: &text) { $0.inFlight }
        add(.gauge, "jangteo_service_subscribers", "Subscriptions.", to: &text) { $0.subscribers }
        add(.gauge, "jangteo_service_connections", "Connections for requests.", to: &text) { $0.connections }
        add(.gauge, "jangteo_service_memory_bytes", "Memory that no file backs.", to: &text) { $0.memory ?? 0 }
        add(.gauge, "jangteo_service_uptime_seconds", "Time since its process began.", to: &text) { $0.uptime / 1_000 }
    }

    private func add(
        _ kind: MetricsText.Kind,
        _ name: String,
        _ help: String,
        to text: inout MetricsText,
        _ value: (ServiceStatistics) -> Int
    ) {
        text.add(
            kind,
            name,
            help,
            found.compactMap { service, statistics in
                statistics.map { Sample(Self.labels(service), value($0)) }
            }
        )
    }

    private func add(
        _ kind: MetricsText.Kind,
        _ name: String,
        _ help: String,
        to text: inout MetricsText,
        _ value: (ServiceStatistics.Method) -> Int
    ) {
        text.add(
            kind,
            name,
            help,
            found.flatMap { service, statistics in
                (statistics?.methods ?? []).map { Sample(Self.labels(service) + [("method", $0.name)], value($0)) }
            }
        )
    }

    private func samples(_ values: (ServiceStatistics.Method) -> [(share: String, microseconds: Int)]) -> [Sample] {
        found.flatMap { service, statistics in
            (statistics?.methods ?? []).flatMap { method in
                values(method).map { share, microseconds in
                    let labels = Self.labels(service) + [("method", method.name), ("percentile", share)]
                    return Sample(labels, Double(microseconds) / 1_000_000)
                }
            }
        }
    }

    private static func labels(_ service: ServiceName) -> [(name: String, value: String)] {
        [("service", service.rawValue)]
    }
}
