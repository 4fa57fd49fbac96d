internal import Journal
internal import ReplicatedLog
import SQLiteJournal

/// The calls of the log, each of which is asked to the member when it is answered.
extension StreamReplicator {
    func call(_ action: MemberAction) {
        let lease = member.settings.lease
        switch action {
        case .read(let position):
            log.read(after: position, limit: member.settings.readLimit) { [weak self] result in
                self?.advance { $0.didRead(result, at: $1) }
            }
        case .readLease:
            log.readLease { [weak self] result in self?.advance { $0.didReadLease(result, at: $1) } }
        case .acquireLease:
            log.acquireLease(endpoints: endpoints, for: lease) { [weak self] result in
                self?.advance { $0.didAcquire(result, at: $1) }
            }
        case .renewLease(let term):
            log.renewLease(term: term, for: lease, knowing: member.knownRow) { [weak self] result in
                self?.advance { $0.didRenew(result, term: term, at: $1) }
            }
        case .append(let row):
            log.append(row) { [weak self] outcome in self?.advance { $0.didAppend(outcome, at: $1) } }
        case .resolve(let position, let term):
            log.resolveAppend(at: position, term: term, endpoints: endpoints, for: lease) { [weak self] result in
                self?.advance { $0.didResolve(result, at: $1) }
            }
        case .halt(let reason):
            log.halt(because: reason, in: store.epoch) { [weak self] result in
                self?.advance { $0.didHalt(result, at: $1) }
            }
        case .handOver(let term, let successor?):
            log.handOverLease(term: term, to: successor, for: lease) { [weak self] result in
                self?.advance { $0.didHandOver(result, at: $1) }
            }
        case .handOver(let term, nil):
            log.releaseLease(term: term) { [weak self] result in self?.advance { $0.didHandOver(result, at: $1) } }
        case .apply, .commit, .repairStore, .takeBack, .leaveUnknown, .needSnapshot, .stop: break
        }
    }
}
