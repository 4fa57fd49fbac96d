internal import Messages
internal import PrometheusText

/// What each service tells of itself, as metrics.
struct ServiceFigures: Sendable {
    typealias Sample = MetricsText.Sample
    typealias Labels = [(name: String, value: String)]

    /// What the services that answered said, by name.
    let answers: [(labels: Labels, statistics: ServiceStatistics)]
    private let up: [Sample]

    /// Asks all services at the same time; what does not answer within a second counts as away.
    init(of services: Services) async {
        let found = await services.statistics()
        up = found.map { Sample(Self.labels($0.service), $0.statistics == nil ? 0 : 1) }
        answers = found.compactMap { service, statistics in statistics.map { (Self.labels(service), $0) } }
    }

    func add(to text: inout MetricsText) {
        text.add(.gauge, "jangteo_service_up", "Whether the service answers: 1 or 0.", up)
        addRequests(to: &text)
        addTransactions(to: &text)
        addEvents(to: &text)
        addStreams(to: &text)
        addConnections(to: &text)
        addProcesses(to: &text)
    }

    /// Adds one figure of each service that tells it.
    func add(
        _ kind: MetricsText.Kind,
        _ name: String,
        _ help: String,
        to text: inout MetricsText,
        _ value: (ServiceStatistics) -> Double?
    ) {
        text.add(kind, name, help, answers.compactMap { labels, answer in value(answer).map { Sample(labels, $0) } })
    }

    /// Adds one whole number of each service that tells it.
    func add(
        _ kind: MetricsText.Kind,
        _ name: String,
        _ help: String,
        to text: inout MetricsText,
        _ value: (ServiceStatistics) -> Int?
    ) {
        add(kind, name, help, to: &text) { value($0).map(Double.init) }
    }

    private static func labels(_ service: ServiceName) -> Labels { [("service", service.rawValue)] }
}

extension StatisticsHistogram {
    /// This as Prometheus takes it.
    ///
    /// - Parameter units: How many of this histogram's units are one of the metric's.
    func sample(_ labels: ServiceFigures.Labels, units: Double = 1) -> MetricsText.Histogram {
        let buckets = buckets.map { (bound: Double($0.bound) / units, count: $0.count) }
        return .init(labels, buckets, count: count, sum: Double(sum) / units)
    }
}
