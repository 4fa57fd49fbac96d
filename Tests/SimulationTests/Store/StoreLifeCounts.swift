import CSimulatedDisk

/// What lives of stores have met.
struct StoreLifeCounts {
    var lives = 0
    var acknowledged = 0
    var refused = 0
    var unknown = 0
    /// By another program.
    var outsideWrites = 0
    private var disk: [KeyValuePairs<String, UInt64>.Element] = []

    init() {}

    /// Adds what has happened on a disk.
    mutating func add(_ happened: CSimulatedDiskCounts) {
        let more: KeyValuePairs<String, UInt64> = [
            "steps of disks": happened.operations,
            "deaths in a write": happened.crashes_in_write,
            "in a truncation": happened.crashes_in_truncate,
            "in a sync": happened.crashes_in_sync,
            "in a deletion": happened.crashes_in_delete,
            "in a creation": happened.crashes_in_create,
            "losses of power": happened.power_losses,
            "failed syncs": happened.failed_syncs,
            "failed writes": happened.failed_writes,
            "full disks": happened.full_writes,
            "evictions": happened.evictions,
        ]
        add(Array(more))
    }

    private mutating func add(_ more: [KeyValuePairs<String, UInt64>.Element]) {
        disk = disk.isEmpty ? more : zip(disk, more).map { ($0.key, $0.value + $1.value) }
    }

    static func += (sum: inout StoreLifeCounts, more: StoreLifeCounts) {
        sum.lives += more.lives
        sum.acknowledged += more.acknowledged
        sum.refused += more.refused
        sum.unknown += more.unknown
        sum.outsideWrites += more.outsideWrites
        sum.add(more.disk)
    }

    var summary: String {
        """
        \(lives) lives · rows acknowledged \(acknowledged) · refused \(refused) · of unknown outcome \(unknown) · \
        writes from outside \(outsideWrites) · \
        \(disk.map { "\($0.key) \($0.value)" }.joined(separator: " · "))
        """
    }
}
