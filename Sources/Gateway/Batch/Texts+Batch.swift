internal import Platform

extension Texts {
    /// How the lines ended, in one line; what did not happen is left out.
    func batchCounts(_ tally: BatchTally) -> String {
        let parts = [
            (tally.ok, self("batch_ok", count: tally.ok.grouped)),
            (tally.refused, self("batch_refused", count: tally.refused.grouped)),
            (tally.bad, self("batch_bad", count: tally.bad.grouped)),
            (tally.unanswered, self("batch_unanswered", count: tally.unanswered.grouped)),
            (tally.unknown, self("batch_unknown", count: tally.unknown.grouped)),
        ]
        return parts.enumerated()
            .filter { $0.offset == 0 || $0.element.0 > 0 }
            .map(\.element.1)
            .joined(separator: " · ")
    }

    func batchDone(_ tally: BatchTally) -> String {
        "\(self("batch_lines", count: tally.lines.grouped)): \(batchCounts(tally))"
    }
}
