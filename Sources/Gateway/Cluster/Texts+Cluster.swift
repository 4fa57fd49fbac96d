internal import Messages
internal import PostgreSQLLog
internal import ReplicatedLog
internal import Terminal

extension Texts {
    func notHandedOver(_ outcome: Handover, of stream: String) -> String {
        switch outcome {
        case .handedOver: ""
        case .returned(let holder):
            self("not_handed_over_returned", writer: ActiveWorker(text: holder.endpoints)?.rpc.first ?? holder.writer)
        case .noSuccessor:
            self["not_handed_over_no_successor"]
        case .overtaken:
            self["not_handed_over_overtaken"]
        case .noActive:
            self["not_handed_over_no_active"]
        case .noStream:
            self("not_handed_over_no_stream", stream: stream)
        }
    }

    /// Why there is none, worker by worker.
    func noSnapshot(_ answers: [FanOut.Answer<SnapshotOutcome>], palette: Palette) -> [String] {
        answers.flatMap { answer -> [String] in
            switch answer.result {
            case .success(.made): []
            case .success(.failed): [heading("\(answer.endpoint): \(self["snapshot_failed"])", palette: palette)]
            case .success(.refused(let reason)): [heading("\(answer.endpoint): \(reason)", palette: palette)]
            case .failure(let failure): lines(failure, palette: palette)
            }
        }
    }

    func lossNotAccepted(_ outcome: StreamRenewal.Outcome, of stream: String) -> String {
        switch outcome {
        case .renewed: ""
        case .contended:
            self("loss_contended", stream: stream)
        case .missing: self("no_stream", stream: stream)
        }
    }

    func lossAccepted(of stream: String, at position: Int) -> [String] {
        [
            self("loss_accepted", stream: stream, position: position),
            self["loss_accepted_next"],
        ]
    }

    func notForgotten(_ outcome: StreamRemoval.Outcome, of stream: String) -> String {
        switch outcome {
        case .removed: ""
        case .inUse:
            self("stream_in_use", stream: stream)
        case .missing: self("no_stream", stream: stream)
        }
    }

    func schemaMade(_ outcome: SchemaMigration.Outcome) -> [String] {
        let (from, to) = (outcome.from, outcome.to)
        let done =
            if from == to {
                self("schema_is_there", to: to)
            } else if from == 0 {
                self("schema_made", to: to)
            } else {
                self("schema_raised", from: from, to: to)
            }
        return [done, durability(outcome.server.durability)]
    }

    func durability(_ durability: ServerReport.Durability) -> String {
        switch durability {
        case .severalMachines(standbysInSync: 0):
            self["durability_no_standby"]
        case .severalMachines:
            self["durability_several_machines"]
        case .oneMachine(asynchronousReceivers: 0):
            self["durability_one_machine"]
        case .oneMachine:
            self["durability_asynchronous"]
        case .notDurable(let reason):
            self("durability_none", reason: reason)
        }
    }
}
