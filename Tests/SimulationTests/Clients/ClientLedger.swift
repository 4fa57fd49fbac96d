import Messages
import SimulatedWorker

/// Every call of every client, in the order of their beginning.
final class ClientLedger {
    private let world: World
    private(set) var records: [CallRecord] = []

    init(_ world: World) {
        self.world = world
    }

    func begin(_ record: CallRecord) -> Int {
        world.counts.add(.calls)
        let intent = record.intent
        world.note(
            "client \(record.client) asks \(record.id) \(intent.method) "
                + "\(intent.params.map { String(decoding: $0, as: UTF8.self) } ?? "") key \(intent.key ?? "none")"
        )
        records.append(record)
        return records.count - 1
    }

    func end(_ index: Int, _ outcome: CallRecord.Outcome, sends: Int) {
        records[index].end = world.now
        records[index].outcome = outcome
        records[index].sends = sends
        let record = records[index]
        switch outcome {
        case .ok(let result, _, let meta):
            world.counts.add(.acknowledged)
            world.note(
                "client \(record.client) gets \(record.id) at \(meta?.sequence ?? 0)"
                    + "\(meta?.isReplayed == true ? " again" : ""): \(String(decoding: result, as: UTF8.self))"
            )
        case .notApplied(let reason):
            world.counts.add(.refused)
            world.note("client \(record.client) is refused \(record.id): \(reason)")
        case .unknown:
            world.counts.add(.unknown)
            world.note("client \(record.client) does not know \(record.id)")
        case .forgotten:
            world.note("client \(record.client) forgets \(record.id)")
        }
    }
}
