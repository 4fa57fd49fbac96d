internal import LoadGenerator
internal import Platform
internal import Terminal
internal import WireJSON
internal import WorkerClient

struct BenchReport: Sendable {
    let name: String
    let plan: LoadPlan
    var tally: LoadTally
    /// `nil` where nothing was ordered.
    var verdict: OrderVerdict?
    var listening: ListenReport?
    let texts: Texts

    /// Whether all of it is as it has to be.
    var isGood: Bool {
        tally.wrong == 0 && tally.stray == 0 && tally.unanswered == 0 && tally.acknowledged > 0
            && verdict?.isGood != false && listening?.isGood != false
    }

    var perSecond: Int { Int(Double(tally.counted) / (plan.duration / .seconds(1))) }

    func lines(_ palette: Palette) -> [String] {
        let percentiles = tally.latencies.percentiles.map { ("\($0.name)", Table.Alignment.right) }
        var table = Table([("", .left), (texts["column_bench_rate"], .right)] + percentiles)
        add(texts["bench_requests"], rate: perSecond, latencies: tally.latencies, to: &table)
        if let listening {
            add(texts["bench_events"], rate: listening.perSecond, latencies: listening.latencies, to: &table)
        }
        var lines = [texts.benchHeading(self)] + table.lines(palette)
        if let listening { lines.append(texts.benchListened(listening)) }
        lines += texts.benchCounts(tally)
        lines.append(texts.benchVerdict(self))
        return lines
    }

    private func add(_ name: String, rate: Int, latencies: LatencyHistogram, to table: inout Table) {
        let times = latencies.percentiles.map { Duration.microseconds($0.microseconds).latencyText }
        table.add([.init(name), .init(rate.grouped, .strong)] + times.map { .init($0) })
    }

    var document: [UInt8] {
        JSONWriter.object { writer in
            writer.member("bench", name)
            writer.member("endpoint", plan.address.rpc)
            writer.member("clients", plan.clients)
            writer.member("window", plan.pace.window)
            if let rate = plan.pace.rate { writer.member("rate", Int(rate)) }
            writer.member("durationms", Int(plan.duration / .milliseconds(1)))
            writer.member("persecond", perSecond)
            writer.name("latencyus")
            tally.latencies.write(to: &writer)
            writer.member("sent", tally.sent)
            writer.member("acknowledged", tally.acknowledged)
            writer.member("unanswered", tally.unanswered)
            writer.member("wrong", tally.wrong)
            writer.member("stray", tally.stray)
            writer.object("refused") { writer in
                for (reason, count) in tally.refused.sorted(by: { $0.key < $1.key }) {
                    writer.name(reason)
                    writer.integer(count)
                }
            }
            if let verdict {
                writer.object("verified") { writer in
                    writer.member("acknowledged", verdict.acknowledged)
                    writer.member("applied", verdict.applied)
                    writer.member("lost", verdict.lost)
                    writer.member("twice", verdict.twice)
                    writer.member("deniedyetdone", verdict.deniedYetDone)
                }
            }
            if let listening { listening.write(to: &writer) }
            writer.member("ok", isGood)
        }
    }
}
