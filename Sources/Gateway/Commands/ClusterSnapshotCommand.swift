internal import ArgumentParser
internal import Messages
internal import Platform
internal import Terminal
internal import WireJSON
internal import WorkerClient

struct ClusterSnapshotCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "snapshot",
        abstract: "Have a replica store a snapshot of its stream in the log, and wait until it is there.",
        discussion: """
            Replicas do so by themselves when enough rows have come. The rows behind the newest two snapshots are deleted, and a \
            worker that starts without data takes the newest. Exit code 1: no worker is a replica, or the snapshot failed.
            """
    )

    @Option(
        help: ArgumentHelp("The service whose workers are asked.", valueName: "service"),
        completion: Completions.services,
        transform: { try ServiceList(parsing: $0) }
    )
    var to: ServiceList

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard to.services?.count == 1 else { throw UsageError("--to takes one service") }
    }

    func run(in session: Session) async throws -> ExitReason {
        let workers = try session.settings.addresses(of: to).flatMap(\.workers)
        var answers: [FanOut.Answer<SnapshotOutcome>] = []
        // One after the other: one replica is enough.
        for worker in workers {
            let found = try await FanOut.ask([worker], in: session, asking: SnapshotOutcome.init(asking:))
            answers += found
            guard case .success(.made(let row)) = found[0].result else { continue }
            try session.show([session.texts("snapshot_made", endpoint: worker.rpc, row: row)]) {
                $0.member("row", row)
                $0.member("endpoint", worker.rpc)
            }
            return .ok
        }
        session.output.note(session.texts.noSnapshot(answers, palette: session.output.notePalette))
        return FanOut.status(answers) { _ in false } == .unreachable ? .unreachable : .refused
    }
}
