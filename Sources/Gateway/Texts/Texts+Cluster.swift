internal import Messages
internal import PostgreSQLLog
internal import ReplicatedLog

extension Texts {
    var stream: String { pick("스트림", "STREAM") }
    var active: String { pick("쓰기를 받는 곳", "ACTIVE") }
    var term: String { pick("임기", "TERM") }
    var part: String { pick("역할", "PART") }
    var row: String { pick("행", "ROW") }
    var lag: String { pick("뒤처짐", "LAG") }
    var firstRow: String { pick("첫 행", "FIRST ROW") }
    var lastRow: String { pick("끝 행", "LAST ROW") }
    var snapshot: String { pick("스냅숏", "SNAPSHOT") }
    var nobody: String { pick("없음", "nobody") }
    func halted(_ stream: String, because reason: String) -> String {
        pick("\(stream) 스트림은 멈췄습니다: \(reason)", "\(stream) is halted: \(reason)")
    }

    var noStreams: String { pick("아직 스트림이 없습니다.", "There is no stream yet.") }

    func handedOver(_ from: [String], _ to: [String]) -> String {
        let (from, to) = (from.joined(separator: ","), to.joined(separator: ","))
        return pick("\(from) 에서 \(to) (으)로 넘겼습니다.", "Handed over from \(from) to \(to).")
    }

    func notHandedOver(_ outcome: Handover, _ stream: String) -> String {
        switch outcome {
        case .handedOver: ""
        case .returned(let holder):
            pick(
                "다른 작업자가 넘겨받지 않아 그대로 \(ActiveWorker(text: holder.endpoints)?.rpc.first ?? holder.writer) 입니다.",
                "No other worker has taken it: \(ActiveWorker(text: holder.endpoints)?.rpc.first ?? holder.writer) is active again."
            )
        case .noSuccessor:
            pick("아직 아무도 넘겨받지 않았습니다.", "No worker has taken it yet: see gateway cluster status.")
        case .overtaken:
            pick("그 사이 다른 작업자가 넘겨받았습니다.", "Another worker had taken over meanwhile.")
        case .noActive:
            pick("쓰기를 받는 작업자가 없습니다.", "No worker is active.")
        case .noStream:
            pick("\(stream) 스트림이 없습니다.", "There is no stream \(stream).")
        }
    }

    func snapshotMade(_ row: Int, _ endpoint: String) -> String {
        pick("\(endpoint) 작업자가 행 \(row) 의 스냅숏을 만들었습니다.", "\(endpoint) has made a snapshot of row \(row).")
    }

    private var snapshotFailed: String {
        pick("스냅숏을 만들지 못했습니다. 작업자의 기록을 보세요.", "the snapshot failed; see the log of the worker")
    }

    /// Why there is none, worker by worker.
    func noSnapshot(_ answers: [FanOut.Answer<SnapshotOutcome>], _ palette: Palette) -> [String] {
        answers.flatMap { answer -> [String] in
            switch answer.result {
            case .success(.made): []
            case .success(.failed): [heading("\(answer.endpoint): \(snapshotFailed)", palette)]
            case .success(.refused(let reason)): [heading("\(answer.endpoint): \(reason)", palette)]
            case .failure(let failure): lines(failure, palette)
            }
        }
    }

    func acceptLossQuestion(_ stream: String) -> String {
        pick(
            "\(stream) 스트림은 데이터베이스가 잃은 쓰기 없이 이어집니다. 그렇게 하려면 이름을 다시 쓰세요: ",
            "The stream \(stream) goes on without the writes that the database has lost. Type its name to accept that: "
        )
    }

    var lossNotAccepted: String { pick("바꾸지 않았습니다.", "Nothing was changed.") }

    func lossNotAccepted(_ outcome: StreamRenewal.Outcome, _ stream: String) -> String {
        switch outcome {
        case .renewed: ""
        case .contended:
            pick(
                "\(stream) 스트림에 쓰는 작업자가 있어 바꾸지 못했습니다. 다시 하세요.",
                "Workers write to the stream \(stream) all the time: try again."
            )
        case .missing: pick("\(stream) 스트림이 없습니다.", "There is no stream \(stream).")
        }
    }

    func lossAccepted(_ stream: String, _ position: Int) -> [String] {
        [
            pick(
                "\(stream) 스트림은 행 \(position) 부터 새 epoch 로 이어집니다.",
                "The stream \(stream) goes on under a new epoch from row \(position)."
            ),
            pick(
                "멈춘 작업자를 다시 시작하세요. 로그에 없는 행을 가진 작업자는 그 데이터를 따로 옮겨 둡니다.",
                "Start the workers that have ended. Data with rows that the log lacks are set aside in their state directory."
            ),
        ]
    }

    func forgetQuestion(_ stream: String) -> String {
        pick(
            "\(stream) 스트림의 모든 행을 지웁니다. 지우려면 이름을 다시 쓰세요: ",
            "This deletes all rows of the stream \(stream). Type its name to delete it: "
        )
    }

    var notForgotten: String { pick("지우지 않았습니다.", "Nothing was deleted.") }

    func notForgotten(_ outcome: StreamRemoval.Outcome, _ stream: String) -> String {
        switch outcome {
        case .removed: ""
        case .inUse:
            pick(
                "\(stream) 스트림을 쓰는 작업자가 있습니다. 모두 끝낸 다음 다시 하세요.",
                "A worker has the stream \(stream): end all of them first."
            )
        case .missing: pick("\(stream) 스트림이 없습니다.", "There is no stream \(stream).")
        }
    }

    func forgotten(_ stream: String, rows: Int) -> String {
        pick("\(stream) 스트림과 행 \(rows)개를 지웠습니다.", "Deleted the stream \(stream) and its \(rows) rows.")
    }

    func schemaMade(_ outcome: SchemaMigration.Outcome) -> [String] {
        let (from, to) = (outcome.from, outcome.to)
        let done =
            if from == to {
                pick("로그가 이미 있습니다 (버전 \(to)).", "The log is there already (version \(to)).")
            } else if from == 0 {
                pick("로그를 만들었습니다 (버전 \(to)).", "The log was created (version \(to)).")
            } else {
                pick("로그를 버전 \(from) 에서 \(to) (으)로 올렸습니다.", "The log was brought from version \(from) to \(to).")
            }
        return [done, durability(outcome.server.durability)]
    }

    func durability(_ durability: ServerReport.Durability) -> String {
        switch durability {
        case .severalMachines(standbysInSync: 0):
            pick(
                "동기 대기 서버가 하나도 연결되어 있지 않아 쓰기가 기다립니다.",
                "Commits wait: no synchronous standby is in sync."
            )
        case .severalMachines:
            pick("확정된 쓰기는 여러 컴퓨터에 있습니다.", "What it confirms is on several machines.")
        case .oneMachine(asynchronousReceivers: 0):
            pick(
                "확정된 쓰기는 한 컴퓨터에만 있고, 그 디스크와 함께 사라집니다.",
                "What it confirms is on one machine, and lost with its disk."
            )
        case .oneMachine:
            pick(
                "대기 서버를 기다리지 않아, 넘겨받을 때 확정된 쓰기가 사라질 수 있습니다. synchronous_standby_names 를 정하세요.",
                "It waits for no standby, so a failover may lose what it has confirmed: set synchronous_standby_names."
            )
        case .notDurable(let reason):
            pick("확정된 쓰기가 사라질 수 있습니다: \(reason)", "It may lose what it has confirmed: \(reason)")
        }
    }
}
