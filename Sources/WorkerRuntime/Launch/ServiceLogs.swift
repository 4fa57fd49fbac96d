internal import Logging
internal import Messages
internal import Platform
internal import StructuredLog

/// The logs of a service, as its arguments want them.
enum ServiceLogs {
    /// What happens, on standard error.
    static func log(of name: ServiceName, options: ServiceOptions) -> Logger {
        logger(of: name, options: options, to: .standardError, limit: LogLimit())
    }

    /// Who wrote what: in the file of the arguments, else on standard error, where that has a line for it at all.
    ///
    /// - Throws: ``FileSystemError`` when the file cannot be opened.
    static func audit(
        of name: ServiceName,
        options: ServiceOptions,
        log: Logger
    ) throws(FileSystemError) -> AuditLog {
        guard let path = options.auditLog else {
            let unlimited = logger(of: name, options: options, to: .standardError, limit: nil)
            return AuditLog(unlimited, isComplete: options.level <= .debug)
        }
        let output = try LogOutput(appendingTo: path) { reason in
            log.error("the audit log cannot be written", metadata: ["file": "\(path)", "error": "\(reason)"])
        }
        var file = logger(of: name, options: options, to: output, limit: nil)
        file.logLevel = .debug
        return AuditLog(file, isComplete: true)
    }

    private static func logger(
        of name: ServiceName,
        options: ServiceOptions,
        to output: LogOutput,
        limit: LogLimit?
    ) -> Logger {
        var log = Logger(label: name.program) { StructuredLogHandler($0, options.logFormat, to: output, limit: limit) }
        log.logLevel = options.level
        return log
    }
}
