internal import Glibc
internal import Messages

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

    init(files: Int, time: Int, texts: Texts) {
        self.files = files
        self.time = time
        self.texts = texts
    }

    /// Asks the system.
    init(texts: Texts) {
        var limit = rlimit()
        let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
        self.init(
            files: isKnown ? Int(clamping: limit.rlim_max) : 0,
            time: Glibc.time(nil),
            texts: texts
        )
    }

    var findings: [Finding] {
        [fileFinding, clockFinding]
    }

    private var fileFinding: Finding {
        files >= Self.enoughFiles
            ? Finding("files", .good, "\(files)")
            : Finding("files", .bad, "\(files)", advice: texts.raiseFileLimit(to: Self.enoughFiles))
    }

    private var clockFinding: Finding {
        let now = LocalTime.dateAndTime(Timestamp.text(time * 1_000))
        return time >= Self.earliest
            ? Finding("clock", .good, now) : Finding("clock", .bad, now, advice: texts.setClock)
    }
}
