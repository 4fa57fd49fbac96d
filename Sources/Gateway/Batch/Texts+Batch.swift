internal import Platform

extension Texts {
    /// How the lines ended, in one line; what did not happen is left out.
    func batchCounts(_ tally: BatchTally) -> String {
        let parts = [
            (tally.ok, self["batch_ok"]),
            (tally.refused, self["batch_refused"]),
            (tally.bad, self["batch_bad"]),
            (tally.unanswered, self["batch_unanswered"]),
            (tally.unknown, self["batch_unknown"]),
        ]
        return parts.enumerated()
            .filter { $0.offset == 0 || $0.element.0 > 0 }
            .map { "\($0.element.0.grouped) \($0.element.1)" }
            .joined(separator: " · ")
    }

    func batchDone(_ tally: BatchTally) -> String {
        let count = tally.lines
        let lines = count == 1 ? self["batch_lines_one"] : self("batch_lines", count: count.grouped)
        return "\(lines): \(batchCounts(tally))"
    }
}
