import CSimulatedDisk
import Glibc

/// The disk of one service: real files in a directory of their own, with faults.
final class SimulatedDisk {
    /// The directory, without a slash at the end.
    let directory: String
    /// The wall clock of its machine, in milliseconds since 1970-01-01 UTC.
    let clock = WallClock()
    private let disk: OpaquePointer

    /// Makes the directory.
    init(directory: String, seed: UInt64) throws {
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
    var counts: CSimulatedDiskCounts { CSimulatedDisk_counts(disk) }

    /// Adds what has happened on it.
    func addFaults(to counts: inout SimulationCounts) {
        let happened = self.counts
        counts.add(.tornFile, Int(happened.torn_files))
        counts.add(.failedWrite, Int(happened.failed_writes))
        counts.add(.failedSync, Int(happened.failed_syncs))
        counts.add(.fullDisk, Int(happened.full_writes))
        counts.add(.slowSync, Int(happened.slow_syncs))
    }

    /// Says that only one thread uses it, which saves time; before the first file is made.
    func useOneThread() { CSimulatedDisk_use_one_thread(disk) }
    /// Has what was not written stay lost when it is written again, as new blocks of ext4; before the first file is made.
    func keepLost() { CSimulatedDisk_keep_lost(disk) }
    var isDead: Bool { CSimulatedDisk_is_dead(disk) }

    func crash() { CSimulatedDisk_crash(disk) }
    func crash(after operation: Int) { CSimulatedDisk_crash_after(disk, UInt64(operation)) }
    func crash(inDatabaseSync sync: Int) { CSimulatedDisk_crash_in_database_sync(disk, UInt32(sync)) }
    func revive() { CSimulatedDisk_revive(disk) }
    func failWrites(_ count: Int) { CSimulatedDisk_fail_writes(disk, UInt32(count)) }
    func failSyncs(_ count: Int, after working: Int = 0) {
        CSimulatedDisk_fail_syncs(disk, UInt32(working), UInt32(count))
    }
    /// What syncs that fail say: an errno such as `ENOSPC`.
    func setSyncError(_ number: Int32) { CSimulatedDisk_set_sync_error(disk, number) }
    /// What `sync_file_range` says from the call after so many on, instead of doing anything; 0 for none.
    func refuseRanges(_ number: Int32, after working: Int) {
        CSimulatedDisk_refuse_ranges(disk, UInt32(working), number)
    }
    func failReads(_ count: Int) { CSimulatedDisk_fail_reads(disk, UInt32(count)) }
    func failMemory(_ count: Int) { CSimulatedDisk_fail_memory(disk, UInt32(count)) }
    func setRoom(_ bytes: Int) { CSimulatedDisk_set_room(disk, Int64(bytes)) }
    func setSyncTime(_ nanoseconds: Int) { CSimulatedDisk_set_sync_time(disk, UInt64(nanoseconds)) }
    func setLongestPause(_ nanoseconds: Int) { CSimulatedDisk_set_longest_pause(disk, UInt64(nanoseconds)) }
    /// Has two threads meet when each has been told the size of a file by the kernel, the one here, the other on another disk.
    func meetInSize(_ other: SimulatedDisk) { CSimulatedDisk_meet_in_size(disk, other.disk) }
    func takeTime() -> Int { Int(CSimulatedDisk_take_time(disk)) }
    func heal() { CSimulatedDisk_heal(disk) }

    func losePower() throws {
        let code = CSimulatedDisk_lose_power(disk)
        guard code == 0 else { throw SimulationError("the disk cannot be cut off: error \(code)") }
    }

    func setClock(_ milliseconds: Int) {
        clock.milliseconds = milliseconds
        CSimulatedDisk_set_clock(disk, Int64(milliseconds / 1_000))
    }

    // MARK: What others do with it

    /// Does something to files that the process on the disk does not do: nothing fails, and all of it is on the disk.
    static func outside<Value>(_ body: () throws -> Value) rethrows -> Value {
        CSimulatedDisk_set_outside(true)
        defer { CSimulatedDisk_set_outside(false) }
        return try body()
    }

    /// All files of a closed store, by their paths.
    func copyFiles() throws -> [String: [UInt8]] {
        try Self.outside {
            var files: [String: [UInt8]] = [:]
            for path in DirectoryTree.files(directory) where !path.hasSuffix(".lock") {
                files[path] = try Self.read(path)
            }
            return files
        }
    }

    /// Replaces the files of a closed store by copies, and removes those of which there is no copy.
    func restoreFiles(_ files: [String: [UInt8]]) throws {
        try Self.outside {
            CSimulatedDisk_forget_files(disk)
            for path in DirectoryTree.files(directory) where !path.hasSuffix(".lock") { unlink(path) }
            for (path, bytes) in files { try Self.write(bytes, path) }
        }
    }

    /// What a file holds; `nil` when there is none.
    static func read(_ path: String) throws -> [UInt8]? {
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

    private static func write(_ bytes: [UInt8], _ path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SimulationError("cannot write \(path)") }
        defer { _ = close(descriptor) }
        guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else {
            throw SimulationError("cannot write \(path)")
        }
    }
}
