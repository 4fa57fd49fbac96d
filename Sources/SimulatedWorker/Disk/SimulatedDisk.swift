package import CSimulatedDisk
internal import Glibc

/// The disk of one service: real files in a directory of their own, with faults.
package final class SimulatedDisk {
    /// The directory, without a slash at the end.
    package let directory: String
    /// The wall clock of its machine, in milliseconds since 1970-01-01 UTC.
    package let clock = WallClock()
    private let disk: OpaquePointer

    /// Makes the directory.
    package init(directory: String, seed: UInt64) throws {
        guard CSimulatedDisk_install() == 0 else {
            throw SimulationError("SQLite does not take the simulated disk; run these tests without those of stores")
        }
        self.directory = directory
        guard mkdir(directory, 0o700) == 0, let disk = CSimulatedDisk_make(directory + "/", seed) else {
            throw SimulationError("cannot make \(directory)")
        }
        self.disk = disk
    }

    deinit { CSimulatedDisk_free(disk) }

    /// What has happened on it.
    package var counts: CSimulatedDiskCounts { CSimulatedDisk_counts(disk) }

    /// Adds what has happened on it.
    package func addFaults(to counts: inout OccurrenceCounts) {
        let happened = self.counts
        counts.add(.tornFile, count: Int(happened.torn_files))
        counts.add(.failedWrite, count: Int(happened.failed_writes))
        counts.add(.failedSync, count: Int(happened.failed_syncs))
        counts.add(.fullDisk, count: Int(happened.full_writes))
        counts.add(.slowSync, count: Int(happened.slow_syncs))
    }

    /// Says that only one thread uses it, which saves time; before the first file is made.
    package func useOneThread() { CSimulatedDisk_use_one_thread(disk) }
    /// Makes what was not written stay lost when it is written again, as new blocks of ext4; before the first file is
    /// made.
    package func keepLost() { CSimulatedDisk_keep_lost(disk) }
    package var isDead: Bool { CSimulatedDisk_is_dead(disk) }

    package func crash() { CSimulatedDisk_crash(disk) }
    package func crash(after operation: Int) { CSimulatedDisk_crash_after(disk, UInt64(operation)) }
    package func crash(inDatabaseSync sync: Int) { CSimulatedDisk_crash_in_database_sync(disk, UInt32(sync)) }
    package func revive() { CSimulatedDisk_revive(disk) }
    package func failWrites(_ count: Int) { CSimulatedDisk_fail_writes(disk, UInt32(count)) }
    package func failSyncs(_ count: Int, after working: Int = 0) {
        CSimulatedDisk_fail_syncs(disk, UInt32(working), UInt32(count))
    }
    /// What syncs that fail say: an errno such as `ENOSPC`.
    package func setSyncError(_ number: Int32) { CSimulatedDisk_set_sync_error(disk, number) }
    /// What `sync_file_range` says from the call after this many on, instead of doing anything; 0 for none.
    package func refuseRanges(_ number: Int32, after working: Int) {
        CSimulatedDisk_refuse_ranges(disk, UInt32(working), number)
    }
    package func failReads(_ count: Int) { CSimulatedDisk_fail_reads(disk, UInt32(count)) }
    package func failMemory(_ count: Int) { CSimulatedDisk_fail_memory(disk, UInt32(count)) }
    package func setRoom(_ bytes: Int) { CSimulatedDisk_set_room(disk, Int64(bytes)) }
    package func setSyncTime(_ nanoseconds: Int) { CSimulatedDisk_set_sync_time(disk, UInt64(nanoseconds)) }
    package func setLongestPause(_ nanoseconds: Int) { CSimulatedDisk_set_longest_pause(disk, UInt64(nanoseconds)) }
    /// Makes two threads meet when each has been told the size of a file by the kernel, the one here, the other on
    /// another disk.
    package func meetInSize(_ other: SimulatedDisk) { CSimulatedDisk_meet_in_size(disk, other.disk) }
    package func takeTime() -> Int { Int(CSimulatedDisk_take_time(disk)) }
    package func heal() { CSimulatedDisk_heal(disk) }

    package func losePower() throws {
        let code = CSimulatedDisk_lose_power(disk)
        guard code == 0 else { throw SimulationError("the disk cannot be cut off: error \(code)") }
    }

    package func setClock(_ milliseconds: Int) {
        clock.milliseconds = milliseconds
        CSimulatedDisk_set_clock(disk, Int64(milliseconds / 1_000))
    }

    /// Makes something fail soon, or stops that.
    package func strike(_ random: inout SimulationRandom) {
        switch random.int(0...9) {
        case 0...3: failSyncs(random.int(1...4), after: random.int(0...30))
        case 4:
            setSyncError(random.pick([ENOSPC, EDQUOT]))
            failSyncs(random.int(1...3), after: random.int(0...30))
        case 5: failWrites(random.int(1...4))
        case 6: failReads(random.int(1...3))
        case 7: failMemory(random.int(1...3))
        case 8: setRoom(random.int(0...200_000))
        default: setRoom(-1)
        }
    }

    // MARK: What others do with it

    /// Does something to files that the process on the disk does not do: nothing fails, and all of it is on the disk.
    package static func outside<Value>(_ body: () throws -> Value) rethrows -> Value {
        CSimulatedDisk_set_outside(true)
        defer { CSimulatedDisk_set_outside(false) }
        return try body()
    }

    /// All files of a closed store, by their paths.
    package func copyFiles() throws -> [String: [UInt8]] {
        try Self.outside {
            var files: [String: [UInt8]] = [:]
            for path in DirectoryTree.files(directory) where !path.hasSuffix(".lock") {
                files[path] = try Self.read(path)
            }
            return files
        }
    }

    /// Replaces the files of a closed store by copies, and removes those of which there is no copy.
    package func restoreFiles(_ files: [String: [UInt8]]) throws {
        try Self.outside {
            CSimulatedDisk_forget_files(disk)
            for path in DirectoryTree.files(directory) where !path.hasSuffix(".lock") { unlink(path) }
            for (path, bytes) in files { try Self.write(bytes, to: path) }
        }
    }

    /// What a file holds; `nil` when there is none.
    package static func read(_ path: String) throws -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { _ = close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw SimulationError("cannot read \(path)") }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        guard pread(descriptor, &bytes, bytes.count, 0) == bytes.count else {
            throw SimulationError("cannot read \(path)")
        }
        return bytes
    }

    private static func write(_ bytes: [UInt8], to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SimulationError("cannot write \(path)") }
        defer { _ = close(descriptor) }
        guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else {
            throw SimulationError("cannot write \(path)")
        }
    }
}
