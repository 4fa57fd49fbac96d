internal import ArgumentParser
internal import Logging
internal import Platform
internal import StructuredLog

/// The options that say what is logged, how, and where to.
struct LogOptions: ParsableArguments {
    @Option(
        name: .customLong("log-level"),
        help: "The least to log: trace, debug, info, notice, warning, error, critical.",
        transform: { text in
            guard let level = Logger.Level(rawValue: text) else { throw ValidationError("\(text) is no level") }
            return level
        }
    )
    var level = Logger.Level.notice

    @Option(
        name: .customLong("log-format"),
        help: ArgumentHelp("How the lines of the log are written: logfmt or json.", valueName: "format")
    )
    var format = LogFormat.logfmt

    @Option(
        name: .customLong("audit-log"),
        help: ArgumentHelp(
            "Append a line for each write, each log-in and each refused call to this file: who, what, and what came of it.",
            valueName: "file"
        ),
        completion: .file()
    )
    var auditFile: String?

    @Option(
        name: .customLong("access-log"),
        help: ArgumentHelp(
            "Append a line for each request to this file; - for standard output.",
            valueName: "file"
        ),
        completion: .file()
    )
    var accessFile: String?

    func validate() throws {
        guard auditFile?.isEmpty != true else { throw ValidationError("--audit-log must name a file") }
        guard accessFile?.isEmpty != true else { throw ValidationError("--access-log must name a file, or be -") }
    }

    /// What happens, on standard error.
    var log: Logger {
        var log = Logger(label: "web-gateway") { label in
            StructuredLogHandler(label, format, to: .standardError, limit: LogLimit())
        }
        log.logLevel = level
        return log
    }

    /// Who wrote what; `nil` where nobody wants to know.
    ///
    /// - Throws: ``FileSystemError`` when the file cannot be opened.
    func audit(_ log: Logger) throws(FileSystemError) -> WriteAudit? {
        guard let auditFile else { return nil }
        return WriteAudit(to: try Self.output(auditFile, called: "audit", reportingTo: log), format)
    }

    /// Every request that was answered; `nil` where nobody wants to know.
    ///
    /// - Throws: ``FileSystemError`` when the file cannot be opened.
    func access(_ log: Logger) throws(FileSystemError) -> Logger? {
        guard let accessFile else { return nil }
        let output =
            accessFile == "-" ? .standardOutput : try Self.output(accessFile, called: "access", reportingTo: log)
        let format = format
        return Logger(label: "web-gateway") { label in StructuredLogHandler(label, format, to: output, limit: nil) }
    }

    private static func output(
        _ path: String,
        called name: String,
        reportingTo log: Logger
    ) throws(FileSystemError) -> LogOutput {
        try LogOutput(appendingTo: path) { reason in
            log.error("the \(name) log cannot be written", metadata: ["file": "\(path)", "error": "\(reason)"])
        }
    }
}

extension LogFormat: ExpressibleByArgument {}
