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
            "Append a line for each write to this file: who, what, and what came of it.",
            valueName: "file"
        ),
        completion: .file()
    )
    var auditFile: String?

    func validate() throws {
        guard auditFile?.isEmpty != true else { throw ValidationError("--audit-log must name a file") }
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
        let output = try LogOutput(appendingTo: auditFile) { reason in
            log.error("the audit log cannot be written", metadata: ["file": "\(auditFile)", "error": "\(reason)"])
        }
        return WriteAudit(to: output, format)
    }
}

extension LogFormat: ExpressibleByArgument {}
