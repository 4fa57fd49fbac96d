internal import Messages
internal import PrometheusText

/// What services do.
extension ServiceFigures {
    private static let microseconds = 1_000_000.0

    func addRequests(to text: inout MetricsText) {
        let methods = answers.flatMap { labels, answer in
            answer.methods.map { (labels: labels + [("method", $0.name)], method: $0) }
        }
        text.add(
            .counter,
            "jangteo_service_requests",
            "Requests answered, by method and outcome: ok, or the reason of the refusal.",
            methods.flatMap { labels, method in
                [Sample(labels + [("outcome", "ok")], method.count - method.errors)]
                    + method.refusals.sorted { $0.key < $1.key }.map { reason, count in
                        Sample(labels + [("outcome", reason)], count)
                    }
            }
        )
        text.add(
            "jangteo_service_request_duration_seconds",
            "Time from the arrival of a request to its answer, by method.",
            methods.compactMap { labels, method in method.durations?.sample(labels, units: Self.microseconds) }
        )
        text.add(
            "jangteo_service_batch_requests",
            "Requests taken in one iteration.",
            answers.compactMap { labels, answer in answer.batches?.sample(labels) }
        )
        add(.gauge, "jangteo_service_queue_depth", "Requests that waited for another when it looked last.", to: &text) {
            $0.inFlight
        }
        add(.gauge, "jangteo_service_queue_depth_max", "The most requests that ever waited for another.", to: &text) {
            $0.mostInFlight
        }
        add(.counter, "jangteo_service_repeated_writes", "Writes answered with a stored result.", to: &text) {
            $0.repeats
        }
        add(.counter, "jangteo_service_refused_notifications", "Writes refused because they had no id.", to: &text) {
            $0.refusedNotifications
        }
        add(.counter, "jangteo_service_undeliverable_replies", "Replies that could not be delivered.", to: &text) {
            $0.undeliverable
        }
    }

    func addTransactions(to text: inout MetricsText) {
        add(.counter, "jangteo_service_commits", "Transactions.", to: &text) { $0.commits }
        add(.counter, "jangteo_service_commit_failures", "Transactions that failed.", to: &text) { $0.commitFailures }
        text.add(
            "jangteo_service_commit_duration_seconds",
            "Duration of transactions, until they were on the disk.",
            answers.compactMap { labels, answer in answer.commitDurations?.sample(labels, units: Self.microseconds) }
        )
        text.add(
            .gauge,
            "jangteo_service_store_bytes",
            "Size of the store: its database and its write-ahead log.",
            answers.flatMap { labels, answer in
                [("database", answer.store?.database), ("log", answer.store?.log)].compactMap { file, size in
                    size.map { Sample(labels + [("file", file)], $0) }
                }
            }
        )
        add(.gauge, "jangteo_service_store_free_bytes", "Free space on the file system of the store.", to: &text) {
            $0.store?.free
        }
    }

    func addEvents(to text: inout MetricsText) {
        add(.counter, "jangteo_service_events_published", "Events published.", to: &text) { $0.events }
        add(.counter, "jangteo_service_events_replayed", "Events replayed to subscribers.", to: &text) {
            $0.eventsReplayed
        }
        add(.counter, "jangteo_service_join_markers", "Join markers sent to subscribers.", to: &text) {
            $0.joinMarkers
        }
        add(.gauge, "jangteo_service_subscribers", "Subscriptions.", to: &text) { $0.subscribers }
    }

    func addStreams(to text: inout MetricsText) {
        add(.gauge, "jangteo_service_stream_row", "The last row of the shared stream's log that it has.", to: &text) {
            $0.stream?.position
        }
        add(.gauge, "jangteo_service_stream_lag_rows", "Rows of that log that it still lacks.", to: &text) {
            $0.stream?.lag
        }
        add(.gauge, "jangteo_service_stream_silence_seconds", "Seconds since that log was heard.", to: &text) {
            $0.stream.map { Double($0.silence) / 1_000 }
        }
        add(
            .counter,
            "jangteo_service_stream_snapshot_failures",
            "Failed snapshots and prunes of the shared stream's log.",
            to: &text
        ) {
            $0.stream?.snapshotFailures
        }
    }
}
