import Messages

extension Judge {
    /// Rows and events without a hole or a step back; every event names its predecessor.
    func judgeStream(_ history: StoreHistory, _ epoch: String, _ name: String) {
        var number = 0
        var sequence = 0
        var lastOfSubject: [String: Int] = [:]
        for row in history[epoch]?.rows ?? [] {
            number += 1
            if row.number != number { return find("\(name) \(epoch): row \(row.number) stands where \(number) should") }
            for event in row.events {
                sequence += 1
                if event.sequence != sequence {
                    return find("\(name) \(epoch): event \(event.sequence) stands where \(sequence) should")
                }
                if event.previousSequence != lastOfSubject[event.subject] {
                    find("\(name) \(epoch): event \(sequence) names \(event.previousSequence ?? 0) as the one before")
                }
                lastOfSubject[event.subject] = sequence
            }
            if row.sequence != sequence { find("\(name) \(epoch): row \(number) ends at \(row.sequence)") }
        }
    }

    /// What came later in the life of the clients is not earlier in the stream.
    func judgeOrderInTime(_ service: ServiceName, _ history: StoreHistory) {
        struct Answer {
            let start, end, epoch, sequence: Int
            let isReplayed: Bool
            let id: String
        }
        var answers: [Answer] = []
        for record in ledger.records where record.service == service {
            guard case .ok(_, _, let meta?) = record.outcome, let end = record.end, let sequence = meta.sequence,
                let epoch = meta.epoch
            else { continue }
            guard let index = history.epochs.firstIndex(of: epoch) else {
                find("\(record.id) was answered from the unknown life \(epoch)")
                continue
            }
            answers.append(
                Answer(
                    start: record.start,
                    end: end,
                    epoch: index,
                    sequence: sequence,
                    isReplayed: meta.isReplayed,
                    id: record.id
                )
            )
        }
        let byEnd = answers.sorted { ($0.end, $0.id) < ($1.end, $1.id) }
        var next = 0
        var bound = (epoch: 0, sequence: 0)
        for answer in answers.sorted(by: { ($0.start, $0.id) < ($1.start, $1.id) }) {
            while next < byEnd.count, byEnd[next].end < answer.start {
                bound = max(bound, (byEnd[next].epoch, byEnd[next].sequence), by: <)
                next += 1
            }
            // A stored result is true at the position of its first time.
            guard !answer.isReplayed else { continue }
            if (answer.epoch, answer.sequence) < bound {
                find("\(answer.id) was true at \(answer.sequence), after somebody was told of \(bound.sequence)")
            }
        }
    }

    private func max(_ left: (Int, Int), _ right: (Int, Int), by less: ((Int, Int), (Int, Int)) -> Bool) -> (Int, Int) {
        less(left, right) ? right : left
    }
}
