package import Logging
internal import Platform

/// Writes each line of a log in one format, whole or not at all.
package struct StructuredLogHandler: LogHandler {
    package var logLevel = Logger.Level.info
    package var metadata = Logger.Metadata()
    package var metadataProvider: Logger.MetadataProvider?

    private let program: String
    private let format: LogFormat
    private let output: LogOutput
    private let limit: LogLimit?
    private let likeness: [String]

    /// - Parameters:
    ///   - program: What the lines call it.
    ///   - format: How a line is written.
    ///   - output: Where to.
    ///   - limit: What bounds lines that say the same; `nil` writes all of them.
    ///   - likeness: Metadata that count as said: lines that differ in them are not the same.
    package init(
        _ program: String,
        _ format: LogFormat,
        to output: LogOutput,
        limit: LogLimit?,
        likeness: [String] = []
    ) {
        (self.program, self.format, self.output, self.limit) = (program, format, output, limit)
        self.likeness = likeness
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        let message = event.message.description
        var metadata = metadata
        if let provided = metadataProvider?.get() { metadata.merge(provided) { $1 } }
        if let given = event.metadata { metadata.merge(given) { $1 } }
        if let error = event.error { metadata["error"] = "\(error)" }
        let fields = metadata.mapValues { "\($0)" }
        // Why a program ends is logged whatever was logged before.
        if let limit, event.level < .critical {
            let same = ([message] + likeness.compactMap { fields[$0] }).joined(separator: " ")
            let (isAdmitted, leftOut) = limit.admit(same, now: SystemClock.monotonic)
            for (same, count) in leftOut {
                write(.notice, message: "more lines like this", fields: ["count": "\(count)", "like": same])
            }
            guard isAdmitted else { return }
        }
        write(event.level, message: message, fields: fields)
    }

    private func write(_ level: Logger.Level, message: String, fields: [String: String]) {
        let line = LogLine(
            time: SystemClock.wall,
            level: level.rawValue,
            program: program,
            message: message,
            metadata: fields
        )
        output.write(line.bytes(format))
    }
}
