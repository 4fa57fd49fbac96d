/// A form of several parts (RFC 7578), read from a whole body.
///
/// What stands before the first boundary and behind the last one is passed over (RFC 2046, 5.1.1). It is liberal where clients
/// differ: blanks in the lines of boundaries and headers, parts without a type, and a last boundary that does not say that it is the
/// last. Anything else that is not as it should be makes the whole form malformed.
struct MultipartForm: Sendable {
    /// One part: its name, and where its content is.
    struct Part: Sendable {
        let name: String
        let content: ArraySlice<UInt8>
    }

    /// Why a body is no form.
    struct Malformed: Error, Sendable {
        let detail: String
    }

    private static let mostParts = 64
    private static let mostHeaders = 16
    private static let longestHeader = 8_192
    private static let longestBoundary = 200

    private(set) var parts: [Part] = []

    private let bytes: [UInt8]
    /// The line end, two hyphens and the boundary.
    private let delimiter: [UInt8]

    /// Reads a body.
    init(_ bytes: [UInt8], boundary: String) throws(Malformed) {
        self.bytes = bytes
        guard (1...Self.longestBoundary).contains(boundary.utf8.count) else {
            throw Malformed(detail: "a boundary has 1 to \(Self.longestBoundary) bytes")
        }
        delimiter = Array("\r\n--\(boundary)".utf8)
        var place = try afterFirstDelimiter()
        while let start = try contentOfLine(after: place) {
            guard parts.count < Self.mostParts else {
                throw Malformed(detail: "a form has at most \(Self.mostParts) parts")
            }
            let (name, content) = try headers(from: start)
            // The line end of the headers is that of the boundary too, where a part is empty.
            guard let end = nextDelimiter(from: content - 2) else {
                throw Malformed(detail: "the part \(name) has no boundary behind it")
            }
            parts.append(Part(name: name, content: bytes[min(content, end)..<end]))
            place = end + delimiter.count
        }
    }

    /// The place behind the first boundary, which begins the body or a line.
    private func afterFirstDelimiter() throws(Malformed) -> Int {
        let first = delimiter.dropFirst(2)
        if bytes.starts(with: first), isEndOfDelimiter(at: first.count) { return first.count }
        guard let place = nextDelimiter(from: 0) else {
            throw Malformed(detail: "the body does not have the boundary that Content-Type names")
        }
        return place + delimiter.count
    }

    /// The place behind the line of a boundary; `nil` when it was the last one.
    private func contentOfLine(after place: Int) throws(Malformed) -> Int? {
        if bytes[place...].starts(with: "--".utf8) {
            guard endOfDelimiterLine(from: place + 2) != nil else {
                throw Malformed(detail: "something stands behind the last boundary in its line")
            }
            return nil
        }
        guard let end = endOfDelimiterLine(from: place) else {
            throw Malformed(detail: "something stands behind a boundary in its line")
        }
        return end == bytes.count ? nil : end
    }

    /// The first boundary from a place on: one that is only the beginning of a longer text is none.
    private func nextDelimiter(from start: Int) -> Int? {
        var place = start
        while place + delimiter.count <= bytes.count {
            if bytes[place] == 0x0D, bytes[place + 1] == 0x0A, bytes[place...].starts(with: delimiter) {
                let behind = place + delimiter.count
                if isEndOfDelimiter(at: behind) { return place }
            }
            place += 1
        }
        return nil
    }

    private func isEndOfDelimiter(at place: Int) -> Bool {
        bytes[place...].starts(with: "--".utf8) || endOfDelimiterLine(from: place) != nil
    }

    /// The place behind the blanks and the line end of a boundary, or the end of the body; `nil` when more stands there.
    private func endOfDelimiterLine(from start: Int) -> Int? {
        let place = start + bytes[start...].prefix(while: Self.isBlank).count
        if place == bytes.count { return place }
        return isLineEnd(at: place) ? place + 2 : nil
    }

    /// Reads the headers of a part.
    ///
    /// - Returns: The part's name, and where its content begins.
    private func headers(from start: Int) throws(Malformed) -> (name: String, content: Int) {
        var place = start
        var name: String?
        for _ in 0...Self.mostHeaders {
            let line = try line(from: place)
            place = line.endIndex + 2
            if line.isEmpty {
                guard let name else { throw Malformed(detail: "a part has no name") }
                return (name, place)
            }
            if let found = try Self.name(in: line) { name = name ?? found }
        }
        throw Malformed(detail: "a part has more than \(Self.mostHeaders) headers")
    }

    /// A line without its end.
    private func line(from start: Int) throws(Malformed) -> ArraySlice<UInt8> {
        let rest = bytes[start...].prefix(Self.longestHeader + 2)
        let line = rest.prefix { $0 >= 0x20 || $0 == 0x09 }
        guard isLineEnd(at: line.endIndex) else {
            throw Malformed(
                detail: line.count > Self.longestHeader
                    ? "a header of a part has more than \(Self.longestHeader) bytes"
                    : "a header of a part has no end, or a control character in it"
            )
        }
        return line
    }

    /// The name of a part; `nil` for a header that does not say it.
    private static func name(in line: ArraySlice<UInt8>) throws(Malformed) -> String? {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            throw Malformed(detail: "a header of a part has no colon")
        }
        let header = String(decoding: line[..<colon].filter { !isBlank($0) }, as: UTF8.self)
        guard header.lowercased() == "content-disposition" else { return nil }
        guard let field = FieldParameters(line[(colon + 1)...]), field.value == "form-data", let name = field["name"]
        else { throw Malformed(detail: "Content-Disposition has to be form-data with a name") }
        return name
    }

    private func isLineEnd(at place: Int) -> Bool {
        place + 1 < bytes.count && bytes[place] == 0x0D && bytes[place + 1] == 0x0A
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
}
