internal import PostgreSQLLog

extension Texts {
    var stream: String { pick("스트림", "STREAM") }
    var active: String { pick("쓰기를 받는 곳", "ACTIVE") }
    var term: String { pick("임기", "TERM") }
    var firstRow: String { pick("첫 행", "FIRST ROW") }
    var lastRow: String { pick("끝 행", "LAST ROW") }
    var snapshot: String { pick("스냅숏", "SNAPSHOT") }
    var nobody: String { pick("없음", "nobody") }
    var noStreams: String { pick("아직 스트림이 없습니다.", "There is no stream yet.") }

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

    private func durability(_ durability: ServerReport.Durability) -> String {
        switch durability {
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
