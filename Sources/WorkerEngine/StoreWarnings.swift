internal import Journal
package import Messages

/// What should be looked after about a store that works, and what of that was said in the log.
package struct StoreWarnings {
    /// A warning that begins or ends.
    package enum Change: Equatable {
        case begins(HealthReport.Warning)
        case ends(HealthReport.Warning.Name)
    }

    /// So much later than now a write may be dated, in milliseconds: clocks of several machines are never quite the
    /// same.
    static let tolerance = 60_000

    /// How often the log was held back up to the last look.
    private var holdUps = 0
    /// Whether it was so from one look to the next: a short reading holds it back once.
    private var isHeldBack = false
    private var told: Set<HealthReport.Warning.Name> = []

    /// What there is to say now.
    func present(of journal: any Journal, at wall: Int) -> [HealthReport.Warning] {
        var warnings: [HealthReport.Warning] = []
        let lead = journal.lastTime - wall
        if lead > Self.tolerance {
            let newest = Timestamp.text(journal.lastTime)
            warnings.append(.init(.clock, "the newest write is dated \(newest), \(lead / 1_000) s later than now"))
        }
        if isHeldBack {
            let size = (journal.size?.log).map { " of \($0 >> 20) MiB" } ?? ""
            let detail = "a program that reads the store keeps its write-ahead log\(size) from being restarted"
            warnings.append(.init(.log, detail))
        }
        return warnings
    }

    /// Looks at the store; do so every few seconds.
    ///
    /// - Returns: What begins and what ends with this look.
    mutating func update(_ journal: any Journal, at wall: Int) -> [Change] {
        let holdUps = journal.logHoldUps()
        let isLong = isHeldBack || self.holdUps > 0 && holdUps > self.holdUps
        // The check of the whole store reads for long itself.
        isHeldBack = holdUps > 0 && isLong && journal.wholeCheck == nil
        self.holdUps = holdUps
        let present = present(of: journal, at: wall)
        let names = Set(present.map(\.name))
        defer { told = names }
        return HealthReport.Warning.Name.allCases.filter { told.contains($0) && !names.contains($0) }.map { .ends($0) }
            + present.filter { !told.contains($0.name) }.map { .begins($0) }
    }
}
