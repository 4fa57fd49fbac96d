internal import Logging
internal import Synchronization

/// Takes a service's log lines for the trace, which has them without metadata: these name directories that differ from
/// run to run.
struct TraceLog: LogHandler {
    let lines: LogLines
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .notice

    init(_ lines: LogLines) {
        self.lines = lines
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        lines.add(LogLine(message: "\(event.message)", metadata: "\(event.metadata ?? [:])"))
    }
}

/// One line of a log.
struct LogLine: Sendable {
    let message: String
    let metadata: String
}

/// Lines that were logged and not taken yet.
final class LogLines: Sendable {
    private let lines = Mutex<[LogLine]>([])

    func add(_ line: LogLine) {
        lines.withLock { $0.append(line) }
    }

    func take() -> [LogLine] {
        lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }
}
