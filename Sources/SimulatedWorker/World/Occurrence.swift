/// Something that a history may contain, such as a crash; each is counted when it has an effect.
package struct Occurrence: Sendable, Hashable {
    /// What the totals call it.
    package let name: String

    package init(_ name: String) { self.name = name }

    package static let histories = Occurrence("histories")
    package static let acknowledged = Occurrence("acknowledged")
    package static let refused = Occurrence("refused")
    package static let unknown = Occurrence("unknown")
    package static let crashInTick = Occurrence("crashInTick")
    package static let crashInDisk = Occurrence("crashInDisk")
    package static let crashBetweenIterations = Occurrence("crashBetweenIterations")
    package static let powerLoss = Occurrence("powerLoss")
    package static let tornFile = Occurrence("tornFile")
    package static let drain = Occurrence("drain")
    package static let drainByCall = Occurrence("drainByCall")
    package static let failedWrite = Occurrence("failedWrite")
    package static let failedSync = Occurrence("failedSync")
    package static let fullDisk = Occurrence("fullDisk")
    package static let slowSync = Occurrence("slowSync")
    package static let reload = Occurrence("reload")
    package static let failedReload = Occurrence("failedReload")
    package static let pruned = Occurrence("pruned")
}

/// How often what has occurred.
package struct OccurrenceCounts: Sendable, CustomStringConvertible {
    private var counts: [Occurrence: Int] = [:]

    package init() {}

    package mutating func add(_ occurrence: Occurrence, count: Int = 1) {
        counts[occurrence, default: 0] += count
    }

    package subscript(_ occurrence: Occurrence) -> Int { counts[occurrence] ?? 0 }

    package var description: String {
        counts.map { "\($0.key.name) \($0.value)" }.sorted().joined(separator: " · ")
    }

    package static func += (left: inout OccurrenceCounts, right: OccurrenceCounts) {
        left.counts.merge(right.counts, uniquingKeysWith: +)
    }
}
