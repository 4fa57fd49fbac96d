internal import Platform

extension Texts {
    /// How the lines ended, in one line; what did not happen is left out.
    func batchCounts(_ tally: BatchTally) -> String {
        let parts = [
            (tally.ok, pick("완료", "ok")),
            (tally.refused, pick("거절", "refused")),
            (tally.bad, pick("잘못된 줄", "bad lines")),
            (tally.unanswered, pick("응답 없음", "no answer")),
            (tally.unknown, pick("결과 모름", "outcome unknown")),
        ]
        return parts.enumerated()
            .filter { $0.offset == 0 || $0.element.0 > 0 }
            .map { "\($0.element.0.grouped) \($0.element.1)" }
            .joined(separator: " · ")
    }

    func perSecond(_ rate: Int) -> String {
        pick("초당 \(rate.grouped)건", "\(rate.grouped)/s")
    }

    func batchDone(_ tally: BatchTally) -> String {
        let lines = pick("\(tally.lines.grouped)건", tally.lines == 1 ? "1 request" : "\(tally.lines.grouped) requests")
        return "\(lines): \(batchCounts(tally))"
    }

    func batchInterrupted(after count: Int) -> String {
        pick(
            "중단되었습니다. \(count.grouped)건 다음의 요청은 보내지 않았습니다.",
            "Interrupted: nothing after the first \(count.grouped) requests was sent."
        )
    }
}
