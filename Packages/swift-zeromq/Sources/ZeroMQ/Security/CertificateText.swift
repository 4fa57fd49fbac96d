/// The text of a certificate: sections, and properties below them, as CZMQ and pyzmq write them (ZPL, ZeroMQ RFC 4).
///
/// ```
/// # comments and empty lines
/// metadata
///     role = "order"
/// curve
///     public-key = "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7"
/// ```
struct CertificateText {
    /// One property; its value stays in the text, because it may be a secret.
    struct Property {
        let section: String
        let name: String
        /// Where the value is, without its quotes.
        let value: Range<Int>
    }

    private(set) var properties: [Property] = []
    /// What was said already, as `section.name`: a dot is in neither.
    private var names: Set<String> = []

    /// Reads a text; a byte order mark before it is passed over.
    ///
    /// - Throws: ``ZMQError`` with `keyFile`, naming the first line that cannot be read, but nothing that is in it.
    init(_ text: borrowing Span<UInt8>) throws(ZMQError) {
        var section = ""
        let isMarked = text.count >= 3 && text[0] == 0xEF && text[1] == 0xBB && text[2] == 0xBF
        var start = isMarked ? 3 : 0
        var number = 0
        while start < text.count {
            number += 1
            var end = start
            while end < text.count, text[end] != UInt8(ascii: "\n") { end += 1 }
            let line = Self.trimmed(start..<end, in: text)
            if let first = line.first, text[first] != UInt8(ascii: "#") {
                if first == start {
                    section = try Self.name(line, in: text, number: number)
                } else {
                    try append(line, section: section, in: text, number: number)
                }
            }
            start = end + 1
        }
    }

    private mutating func append(
        _ line: Range<Int>,
        section: String,
        in text: borrowing Span<UInt8>,
        number: Int
    ) throws(ZMQError) {
        var sign = line.lowerBound
        while sign < line.upperBound, text[sign] != UInt8(ascii: "=") { sign += 1 }
        guard sign < line.upperBound, !section.isEmpty else { throw Self.unreadable(number) }
        let name = try Self.name(Self.trimmed(line.lowerBound..<sign, in: text), in: text, number: number)
        guard names.insert("\(section).\(name)").inserted else {
            throw ZMQError(.keyFile, "line \(number) says \(name) a second time")
        }
        var value = Self.trimmed(sign + 1..<line.upperBound, in: text)
        if value.count >= 2, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(text[value.lowerBound]) {
            guard text[value.upperBound - 1] == text[value.lowerBound] else { throw Self.unreadable(number) }
            value = value.lowerBound + 1..<value.upperBound - 1
        }
        properties.append(Property(section: section, name: name, value: value))
    }

    private static func trimmed(_ line: Range<Int>, in text: borrowing Span<UInt8>) -> Range<Int> {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
        var (start, end) = (line.lowerBound, line.upperBound)
        while start < end, isBlank(text[start]) { start += 1 }
        while end > start, isBlank(text[end - 1]) { end -= 1 }
        return start..<end
    }

    /// A name of a section or a property: lower-case letters, digits and hyphens.
    private static func name(
        _ place: Range<Int>,
        in text: borrowing Span<UInt8>,
        number: Int
    ) throws(ZMQError) -> String {
        var name = ""
        for index in place {
            let byte = text[index]
            let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            guard isLetter || isDigit || byte == UInt8(ascii: "-") else { throw unreadable(number) }
            name.unicodeScalars.append(Unicode.Scalar(byte))
        }
        guard !name.isEmpty else { throw unreadable(number) }
        return name
    }

    private static func unreadable(_ number: Int) -> ZMQError {
        ZMQError(.keyFile, "line \(number) cannot be read")
    }
}
