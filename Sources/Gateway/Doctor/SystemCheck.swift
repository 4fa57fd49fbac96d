internal import Glibc
internal import Messages
internal import Platform
internal import ZeroMQ

/// Looks at what the system gives a process: files, and the time.
struct SystemCheck: Sendable {
    /// Files that a service needs for itself and a few hundred connections.
    private static let enoughFiles = 4_096
    /// 2026-01-01 UTC in seconds: a clock before it was never set.
    private static let earliest = 1_767_225_600

    /// The most files a process may open: services raise their limit to it, up to 65 536.
    let files: Int
    /// Seconds since 1970-01-01 UTC.
    let time: Int
    let texts: Texts

    var findings: [Finding] {
        [fileFinding, clockFinding]
    }

    private var fileFinding: Finding {
        files >= Self.enoughFiles
            ? Finding("files", .good, "\(files)")
            : Finding("files", .bad, "\(files)", advice: texts("raise_file_limit", files: Self.enoughFiles))
    }

    private var clockFinding: Finding {
        let now = LocalTime.dateAndTime(Timestamp.text(time * 1_000))
        return time >= Self.earliest
            ? Finding("clock", .good, now) : Finding("clock", .bad, now, advice: texts["set_clock"])
    }
}

extension SystemCheck {
    init(texts: Texts) {
        self.init(files: OpenFiles.maxLimit ?? 0, time: Glibc.time(nil), texts: texts)
    }
}

/// Looks at the libzmq that the programs run with.
struct LibraryCheck: Sendable {
    /// Where Debian and its relatives note what is installed.
    static let packages = "/var/lib/dpkg/status"
    private static let package = "libzmq5"
    private static let oldest = ZMQVersion(major: 4, minor: 3, patch: 4)

    let version: ZMQVersion
    let hasCurve: Bool
    /// The version of the package, such as `4.3.4-6`; `nil` where there are no packages.
    let packageVersion: String?
    let texts: Texts

    var findings: [Finding] {
        let name = packageVersion.map { "\(version), \(Self.package) \($0)" } ?? "\(version)"
        let library =
            if version < Self.oldest {
                Finding("libzmq", .bad, name, advice: texts["library_is_too_old"])
            } else if lacksWakeup {
                Finding("libzmq", .bad, name, advice: texts["library_loses_wakeups"])
            } else {
                Finding("libzmq", .good, name)
            }
        let curve = Finding(
            "curve",
            hasCurve ? .good : .bad,
            hasCurve ? texts["curve_is_there"] : texts["curve_is_missing"],
            advice: hasCurve ? "" : texts["library_needs_curve"]
        )
        return [library, curve]
    }

    /// 4.3.4 can miss a wake-up after a signal; Debian fixed that in 4.3.4-5, which the library's own version hides.
    private var lacksWakeup: Bool {
        guard version == Self.oldest, let packageVersion else { return false }
        let revision = packageVersion.split(separator: "-").last?.prefix { $0.isASCII && $0.isNumber }
        return revision.flatMap { Int($0) }.map { $0 < 5 } ?? false
    }

    /// Whether the library that this process has loaded is one that the system's packages have put there, and no other, such as
    /// the one that comes with the programs.
    ///
    /// - Parameter maps: The content of `/proc/self/maps` (proc(5)).
    static func isOfPackage(in maps: String) -> Bool {
        maps.split(separator: "\n").contains { line in
            guard let start = line.firstIndex(of: "/") else { return false }
            let path = line[start...]
            return path.contains("-linux-gnu/libzmq.so.") && (path.hasPrefix("/usr/lib/") || path.hasPrefix("/lib/"))
        }
    }

    /// The version of the library's package, as the list of packages has it.
    ///
    /// - Parameter status: The content of ``packages``: paragraphs of `Name: value`, an empty line between two.
    static func packageVersion(in status: String) -> String? {
        var isOurs = false
        for line in status.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.isEmpty {
                isOurs = false
            } else if line == "Package: \(package)" {
                isOurs = true
            } else if isOurs, line.hasPrefix("Version: ") {
                return String(line.dropFirst("Version: ".count))
            }
        }
        return nil
    }
}
