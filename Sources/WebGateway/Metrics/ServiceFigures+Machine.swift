internal import Messages
internal import PrometheusText

/// Who is connected to services, and what they take of their machine.
extension ServiceFigures {
    func addConnections(to text: inout MetricsText) {
        addSockets(.gauge, "connections", "Open connections, by socket.", to: &text) { $0.open }
        addSockets(.counter, "connections_accepted", "Connections accepted, by socket.", to: &text) { $0.accepted }
        addSockets(.counter, "connections_dropped", "Connections closed because of a limit, by socket.", to: &text) {
            $0.hungUp
        }
        addSockets(.counter, "handshake_failures", "Connections closed in the handshake.", to: &text) {
            $0.handshakeFailures
        }
        addSockets(.counter, "accept_failures", "Connections not accepted.", to: &text) { $0.acceptFailures }
        addSockets(.counter, "endpoint_pauses", "How often an endpoint stopped accepting for a while.", to: &text) {
            $0.pauses
        }
        text.add(
            .counter,
            "jangteo_service_refused_peers",
            "Peers that were rejected, by reason.",
            answers.flatMap { labels, answer in
                answer.refusedPeers.sorted { $0.key < $1.key }.map { reason, count in
                    Sample(labels + [("reason", reason)], count)
                }
            }
        )
    }

    private func addSockets(
        _ kind: MetricsText.Kind,
        _ name: String,
        _ help: String,
        to text: inout MetricsText,
        _ value: (ServiceStatistics.Connections) -> Int
    ) {
        let samples = answers.flatMap { labels, answer in
            [("events", answer.eventConnections), ("rpc", answer.requestConnections)].map { socket, connections in
                Sample(labels + [("socket", socket)], value(connections))
            }
        }
        text.add(kind, "jangteo_service_\(name)", help, samples)
    }

    func addProcesses(to text: inout MetricsText) {
        add(.gauge, "jangteo_service_start_time_seconds", "Start of its process, since 1970.", to: &text) {
            Timestamp.milliseconds($0.started).map { Double($0) / 1_000 }
        }
        add(.counter, "jangteo_service_cpu_seconds", "Processor time of its process.", to: &text) {
            $0.process.map { Double($0.processorTime) / 1_000 }
        }
        add(.gauge, "jangteo_service_memory_bytes", "Memory that no file backs.", to: &text) { $0.memory }
        add(.gauge, "jangteo_service_resident_memory_bytes", "Memory of its process.", to: &text) {
            $0.process?.residentMemory
        }
        add(.gauge, "jangteo_service_virtual_memory_bytes", "Address space of its process.", to: &text) {
            $0.process?.virtualMemory
        }
        add(.gauge, "jangteo_service_open_fds", "Open file descriptors.", to: &text) { $0.process?.openFiles }
        add(.gauge, "jangteo_service_max_fds", "Limit of file descriptors.", to: &text) { $0.process?.mostOpenFiles }
        add(.gauge, "jangteo_service_threads", "Threads of its process.", to: &text) { $0.process?.threads }
    }
}
