internal import Messages
internal import WireJSON
internal import WorkerClient

/// What became of a snapshot at one worker.
enum SnapshotOutcome: Sendable {
    /// It is in the log, at this row.
    case made(row: Int)
    /// The worker has begun, and could not complete it.
    case failed
    /// The worker makes none, for this reason.
    case refused(String)

    /// Asks a worker for a snapshot, and waits until it is there, for as long as the worker is at it.
    init(asking caller: ServiceCaller) async throws(CallFailure) {
        let name = ServiceMethod.snapshot.name
        let answer = try await caller.read(name)
        let row: Int
        switch try caller.decode(answer, of: name, as: { ServiceSnapshotResult($0) }) {
        case .refused(let reason):
            self = .refused(reason)
            return
        case .requested(let requested): row = requested
        }
        while true {
            let statistics = try await caller.read(ServiceMethod.stats.name)
            let part = (try? JSONReader().read(statistics.result)["stream"]).flatMap { StreamPart($0) }
            if let part, part.snapshot >= row {
                self = .made(row: part.snapshot)
                return
            }
            guard part?.isMakingSnapshot == true, (try? await Task.sleep(for: .milliseconds(100))) != nil else {
                self = .failed
                return
            }
        }
    }
}
