internal import ArgumentParser
internal import Messages
internal import ReplicatedLog
internal import WireJSON

struct ClusterHandoverCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "handover",
        abstract: "Have another worker of a stream take the writes, without ending any.",
        discussion: """
            The worker that is active becomes a replica, and the first replica that has all rows takes over, within some tenths \
            of a second. Clients repeat by themselves what is refused meanwhile. Exit code 1: no other worker has taken it.
            """
    )

    @OptionGroup var log: LogArgument
    @OptionGroup var stream: StreamOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        try await log.use(in: session) { database, connection in
            let outcome = try await database.handOver(stream.name, at: connection, within: session.settings.timeout)
            guard case .handedOver(let former, let present) = outcome else {
                session.noteError(session.texts.notHandedOver(outcome, of: stream.name))
                return .refused
            }
            let (from, to) = (ActiveWorker(text: former.endpoints), ActiveWorker(text: present.endpoints))
            let places = [from, to].map { $0?.rpc.joined(separator: ",") ?? "" }
            try session.show([session.texts("handed_over", from: places[0], to: places[1])]) { writer in
                for (name, worker) in [("from", from), ("to", to)] {
                    guard let worker else { continue }
                    writer.name(name)
                    worker.write(to: &writer)
                }
            }
            return .ok
        }
    }
}
