internal import Messages
internal import Platform
internal import WireJSON

/// One line of a log: what it says, as names and values.
struct LogLine {
    private var fields: [(name: String, value: String)]

    /// - Parameters:
    ///   - time: Milliseconds since 1970-01-01 UTC.
    ///   - program: Who says it.
    ///   - message: What happened, the same whenever it happens.
    ///   - metadata: What differs from one time to the next.
    init(time: Int, level: String, program: String, message: String, metadata: [String: String]) {
        fields = [
            ("ts", Timestamp.text(time)), ("level", level), ("program", program), ("msg", message),
        ]
        fields += metadata.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The line, with its end.
    ///
    /// Whatever the values are, it is one line, and nothing in it is obeyed by a terminal.
    func bytes(_ format: LogFormat) -> [UInt8] {
        switch format {
        case .json:
            var writer = JSONWriter()
            writer.beginObject()
            for (name, value) in fields {
                writer.name(name)
                writer.string(Self.visible(value))
            }
            writer.endObject()
            return writer.bytes + [UInt8(ascii: "\n")]
        case .logfmt:
            let words = fields.map { "\(Self.word($0.name))=\(Self.value($0.value))" }
            return Array((words.joined(separator: " ") + "\n").utf8)
        }
    }

    /// A name without what ends one.
    private static func word(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.map { needsQuotes($0) ? "_" : $0 }))
    }

    private static func value(_ text: String) -> String {
        guard text.isEmpty || text.unicodeScalars.contains(where: needsQuotes) else { return text }
        var writer = JSONWriter()
        writer.string(visible(text))
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static func needsQuotes(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\"" || scalar == "=" || scalar == "\\" || scalar.isUnprintable
    }

    /// JSON writes what is below the blank as escapes, and leaves other characters that a terminal obeys.
    private static func visible(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isHidden) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { isHidden($0) ? "\u{FFFD}" : $0 }))
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool { scalar.value > 0x1F && scalar.isUnprintable }
}
