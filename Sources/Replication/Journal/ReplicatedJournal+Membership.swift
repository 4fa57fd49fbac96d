package import Journal
internal import ReplicatedLog

extension ReplicatedJournal: StreamMembership {
    package var membership: (any StreamMembership)? { self }

    package var refusal: StorageError? { replicator.refusal.map { StorageError($0) } }

    package var status: StreamStatus {
        let member = replicator.member
        let time = now()
        return StreamStatus(
            part: member.part,
            term: member.term,
            position: member.applied.position,
            lag: member.lag,
            silence: member.silence(at: time),
            isCutOff: member.isCutOff(at: time),
            snapshot: newestSnapshot,
            isMakingSnapshot: isMakingSnapshot,
            snapshotFailures: snapshotFailures
        )
    }

    package func start(_ observe: @escaping (StreamNotice) -> Void) {
        self.observe = observe
        replicator.start()
    }

    package func followNow() { replicator.hint() }

    package func handOver() { replicator.handOver(to: nil) }
}

extension StreamMember {
    /// Its part in one word.
    var part: StreamStatus.Part {
        switch state {
        case .active: .active
        case .replica, .candidate: .replica
        case .catchingUp, .resolving, .handingOver, .halting, .stopped: .changing
        }
    }

    /// Why the store may lack what was decided last, or have more; `nil` when it is known to be right.
    var doubt: String? {
        switch state {
        case .halting(let reason, _), .stopped(let reason): return reason.description
        default: break
        }
        return openAppend == nil ? nil : trouble ?? "The log has not said yet what became of the last writes"
    }
}

extension StorageError {
    /// What is reported of a write that the log does not take.
    init(_ refusal: WriteRefusal) {
        switch refusal {
        case .notActive(let holder):
            self.init(.notActive(endpoints: holder?.endpoints), "Another worker of the stream takes writes")
        case .notServing(let reason): self.init(.notServing, reason)
        case .superseded: self.init(.notServing, "Another row has taken the place of these writes")
        case .busy: self.init(.notServing, "The log has not said yet what became of the last writes")
        case .invalid(let reason): self.init(.notServing, reason)
        }
    }
}
