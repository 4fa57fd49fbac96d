internal import Glibc
internal import Platform

/// Measures how long the disk takes to keep a small write: every order waits for that once.
struct DiskCheck: Sendable {
    private static let writes = 21
    /// Bytes: about a row of a journal.
    private static let size = 512
    /// Above it a lone order is answered noticeably late.
    private static let slow = Duration.milliseconds(50)

    /// The state directory; `nil` where nothing says where it is.
    let directory: String?
    let texts: Texts

    /// Nothing when there is no directory to measure in.
    var findings: [Finding] {
        guard let directory, access(directory, W_OK | X_OK) == 0 else { return [] }
        do throws(UsageError) {
            let median = try Self.median(in: directory)
            let detail = texts("sync_time", time: median.latencyText, writes: Self.writes)
            return [
                median <= Self.slow
                    ? Finding("fsync", .good, detail) : Finding("fsync", .bad, detail, advice: texts["use_faster_disk"])
            ]
        } catch {
            return [Finding("fsync", .bad, error.message, advice: texts["own_state_directory"])]
        }
    }

    /// Writes and syncs a file of its own, which is gone afterwards.
    private static func median(in directory: String) throws(UsageError) -> Duration {
        let path = "\(directory)/.doctor.\(getpid())"
        let file = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw UsageError("\(path): \(SystemError.text(errno))") }
        unlink(path)
        defer { Glibc.close(file) }
        let row = [UInt8](repeating: 0, count: size)
        var times: [Duration] = []
        for _ in 0..<writes {
            let start = SuspendingClock.now
            guard Glibc.write(file, row, row.count) == row.count, fsync(file) == 0 else {
                throw UsageError("\(directory): \(SystemError.text(errno))")
            }
            times.append(start.duration(to: .now))
        }
        return times.sorted()[times.count / 2]
    }
}
