internal import PrometheusText
internal import Synchronization

/// How many requests there were, of which kind, and how long their answers took.
final class RequestRecords: Sendable {
    /// What tells kinds of requests apart; there are as many as the program has routes, methods and statuses, whatever callers send.
    struct Kind: Hashable {
        let method: String
        /// The path as the router has it, such as `/api/juice/orders/{id}`; `NotFound` where there is none.
        let route: String
        let status: Int
    }

    private struct Records {
        var counts: [Kind: Int] = [:]
        var durations: [String: DurationHistogram] = [:]
    }

    private let records = Mutex(Records())

    /// - Parameter duration: From the request's head to the answer's; of a stream, what follows does not count.
    func record(_ kind: Kind, took duration: Duration) {
        records.withLock { records in
            records.counts[kind, default: 0] += 1
            records.durations[kind.route, default: DurationHistogram()].record(duration)
        }
    }

    func add(to text: inout MetricsText) {
        let (counts, durations) = records.withLock { ($0.counts, $0.durations) }
        let samples = counts.sorted {
            ($0.key.route, $0.key.method, $0.key.status) < ($1.key.route, $1.key.method, $1.key.status)
        }
        text.add(
            .counter,
            "jangteo_web_requests",
            "Requests over HTTP that were answered, by method, route and status.",
            samples.map { kind, count in
                .init([("method", kind.method), ("route", kind.route), ("status", "\(kind.status)")], count)
            }
        )
        text.add(
            "jangteo_web_request_duration_seconds",
            "Time from the head of a request to the head of its answer, by route, in seconds.",
            durations.sorted { $0.key < $1.key }.map { route, histogram in histogram.sample([("route", route)]) }
        )
    }
}
