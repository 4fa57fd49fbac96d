import ReplicatedLog
import SimulatedLog

/// A worker that takes the lease when it can, reads the log, appends to it, and believes what it is told: the way a service
/// will use the log, without the service.
final class SimulatedWriter {
    private enum State {
        case follower
        case active(term: Int)
        /// An append came to nothing that is known.
        case resolving(term: Int)
    }

    let name: String
    /// What it was told to be in the log: position and payload.
    private(set) var acknowledged: [Int: LogPayload] = [:]
    /// What it was told not to be there.
    private(set) var refused: [(position: Int, payload: LogPayload)] = []
    /// The rows it has read, or written, in their order.
    private(set) var rows: [LogRow] = []
    /// Why it does not go on.
    private(set) var stopped: LogError?

    private let log: any ReplicatedLog
    private let time: VirtualTime
    private let lease: Duration
    private var state = State.follower
    private var written = 0

    init(_ log: any ReplicatedLog, lease: Duration, in time: VirtualTime) {
        name = log.identity.writer
        self.log = log
        self.lease = lease
        self.time = time
    }

    func start() { step() }

    private func again(after delay: Duration = .milliseconds(50)) {
        if stopped == nil { time.schedule(delay) { [self] in step() } }
    }

    private func step() {
        switch state {
        case .follower: takeOver()
        case .active(let term): append(term)
        case .resolving(let term): resolve(term)
        }
    }

    private func takeOver() {
        log.acquireLease(endpoints: name, for: lease) { [self] result in
            switch result {
            case .success(.granted(let lease)): catchUp { self.state = .active(term: lease.term) }
            // It follows meanwhile.
            case .success(.refused): catchUp {}
            case .failure: again(after: .milliseconds(200))
            }
        }
    }

    /// Begins with the last row that is known: where another has its place, the log is not the one that was read before.
    private func catchUp(_ done: @escaping () -> Void) {
        let known = rows.last.map { [$0] } ?? []
        log.read(after: rows.count - known.count, limit: ReadLimit(rows: 4, bytes: 1_000)) { [self] result in
            switch result {
            case .success(.rows(let read, let last)):
                guard read.starts(with: known) else {
                    stopped = .lostRows(of: "s", after: rows.count - 1, known: rows.count)
                    return
                }
                rows += read.dropFirst(known.count)
                if rows.count < last { return catchUp(done) }
                done()
                again()
            case .success(.ahead(let last)): stopped = .lostRows(of: "s", after: last, known: rows.count)
            case .success(.pruned): stopped = LogError(.damaged, "Nobody prunes here")
            case .failure(let error):
                if error.code == .damaged { stopped = error } else { again() }
            }
        }
    }

    private func append(_ term: Int) {
        written += 1
        let (position, payload) = (rows.count + 1, LogPayload(format: 1, "\(name) \(written)".utf8))
        let row = LogRow(payload, at: position, term: term, by: log.identity)
        log.append(row) { [self] outcome in
            switch outcome {
            case .appended:
                acknowledged[position] = payload
                rows.append(row)
                // Renewed now and then only: sometimes the lease runs out under it.
                if written.isMultiple(of: 3) {
                    log.renewLease(term: term, for: lease, knowing: KnownRow(position: 0, checksum: [])) { _ in }
                }
                again()
            case .fenced:
                refused.append((position, payload))
                state = .follower
                again()
            case .taken:
                refused.append((position, payload))
                catchUp {}
            case .unknown:
                pending = (position, payload)
                state = .resolving(term: term)
                again()
            case .conflict:
                refused.append((position, payload))
                again()
            case .failed(let error):
                refused.append((position, payload))
                if error.code == .lostCommits { stopped = error } else { again() }
            }
        }
    }

    private var pending: (position: Int, payload: LogPayload)?

    private func resolve(_ term: Int) {
        guard let (position, payload) = pending else { return }
        log.resolveAppend(at: position, term: term, endpoints: name, for: lease) { [self] result in
            switch result {
            case .success(.applied(let lease)):
                acknowledged[position] = payload
                rows.append(LogRow(payload, at: position, term: term, by: log.identity))
                go(on: lease)
            case .success(.notApplied(let lease)):
                refused.append((position, payload))
                go(on: lease)
            case .failure(let error):
                if error.code == .lostCommits { stopped = error } else { again() }
            }
        }
    }

    private func go(on lease: Lease) {
        pending = nil
        state = lease.holder?.writer == name ? .active(term: lease.term) : .follower
        // Others may have written meanwhile.
        catchUp {}
    }
}
