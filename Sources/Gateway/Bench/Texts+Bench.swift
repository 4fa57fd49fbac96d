internal import LoadGenerator
internal import Platform

extension Texts {
    func benchHeading(_ report: BenchReport) -> String {
        let plan = report.plan
        let clients = self("bench_clients", count: plan.clients)
        let pace =
            if let rate = plan.pace.rate {
                self("bench_pace", rate: Int(rate).grouped, window: plan.pace.window)
            } else {
                self("bench_window", window: plan.pace.window)
            }
        let time = self("bench_time", time: plan.duration.secondsText, warmUp: plan.warmUp.secondsText)
        let methods = [plan.order, plan.read].compactMap { $0?.method.printable }.joined(separator: " + ")
        return "\(methods), \(clients), \(pace), \(time)"
    }

    /// What else was counted: nothing where all is well.
    func benchCounts(_ tally: LoadTally) -> [String] {
        var parts: [String] = []
        for (reason, count) in tally.refused.sorted(by: { $0.key < $1.key }) {
            parts.append(self("bench_refused", count: count.grouped, reason: reason.printable))
        }
        let unanswered = tally.unanswered
        if unanswered > 0 { parts.append(self("bench_unanswered", unanswered: unanswered.grouped)) }
        if tally.wrong > 0 { parts.append(self("bench_wrong", wrong: tally.wrong.grouped)) }
        if tally.stray > 0 { parts.append(self("bench_stray", stray: tally.stray.grouped)) }
        return parts
    }

    func benchListened(_ report: ListenReport) -> String {
        let each = (report.subscribers > 0 ? report.perSecond / report.subscribers : 0).grouped
        return self(
            "bench_listened",
            subscribers: report.subscribers,
            events: report.events.grouped,
            each: each,
            missing: report.missing,
            gaps: report.gaps,
            unfinished: report.unfinished
        )
    }

    func benchVerdict(_ report: BenchReport) -> String {
        guard let verdict = report.verdict else {
            let count = report.tally.acknowledged.grouped
            return self("bench_answered", count: count, wrong: report.tally.wrong)
        }
        let denied = verdict.deniedYetDone
        let rest = denied == 0 ? "" : self("bench_denied_yet_done", denied: denied)
        let count = verdict.acknowledged.grouped
        return self("bench_acknowledged", count: count, lost: verdict.lost, twice: verdict.twice) + rest
    }
}

extension Duration {
    /// Seconds with at most one decimal.
    fileprivate var secondsText: String {
        let tenths = Int((self / .milliseconds(100)).rounded())
        return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
