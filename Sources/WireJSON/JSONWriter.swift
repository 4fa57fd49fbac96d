/// Writes JSON into a buffer that is kept from one text to the next.
///
/// Commas and colons come by themselves. The caller keeps the grammar: a name before each value in an object, every
/// `begin` with its `end`, one value at the root. Once the buffer is large enough, writing allocates nothing, unless
/// someone still holds the ``bytes`` of the text before.
public struct JSONWriter: Sendable {
    /// What has been written so far, in UTF-8 if every raw value was.
    public private(set) var bytes: [UInt8]
    /// A value stands just before, so the next name or value needs a comma.
    ///
    /// One bit is enough for all levels: an opening bracket or a name clears it, and whatever ends a value sets it.
    private var needsComma = false

    /// Makes an empty writer.
    ///
    /// - Parameter capacity: Bytes to make room for at once.
    public init(capacity: Int = 0) {
        bytes = []
        bytes.reserveCapacity(max(0, capacity))
    }

    /// Forgets what has been written and keeps the room for it.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    /// Opens an object.
    public mutating func beginObject() {
        open(UInt8(ascii: "{"))
    }

    /// Closes the object opened last.
    public mutating func endObject() {
        close(UInt8(ascii: "}"))
    }

    /// Opens an array.
    public mutating func beginArray() {
        open(UInt8(ascii: "["))
    }

    /// Closes the array opened last.
    public mutating func endArray() {
        close(UInt8(ascii: "]"))
    }

    private mutating func open(_ bracket: UInt8) {
        appendComma()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func appendComma() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    /// Writes bytes that are one JSON value.
    mutating func appendValue(_ json: UnsafeBufferPointer<UInt8>) {
        appendComma()
        bytes.append(contentsOf: json)
        needsComma = true
    }

    /// Writes bytes that need no escape between quotes, as a name with its colon or as a value.
    mutating func appendQuoted(_ text: UnsafeBufferPointer<UInt8>, isName: Bool) {
        let comma = needsComma
        // One growth check for everything: room for the comma, two quotes and the colon.
        bytes.append(addingCapacity: text.count + 4) { output in
            if comma { output.append(UInt8(ascii: ",")) }
            output.append(UInt8(ascii: "\""))
            output.withUnsafeMutableBufferPointer { buffer, count in
                _ = buffer[count...].initialize(fromContentsOf: text)
                count += text.count
            }
            output.append(UInt8(ascii: "\""))
            if isName { output.append(UInt8(ascii: ":")) }
        }
        needsComma = !isName
    }

    /// Makes the string that was written last longer by bytes that need no escape.
    mutating func extendString(_ text: UnsafeBufferPointer<UInt8>) {
        bytes.removeLast()
        bytes.append(contentsOf: text)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes text between quotes, with the escapes it needs, as a name with its colon or as a value.
    mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>, isName: Bool) {
        guard let first = text.firstEscape else {
            return appendQuoted(text, isName: isName)
        }
        appendComma()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: text[..<first])
        for byte in text[first...] {
            appendEscaped(byte)
        }
        bytes.append(UInt8(ascii: "\""))
        if isName { bytes.append(UInt8(ascii: ":")) }
        needsComma = !isName
    }

    private mutating func appendEscaped(_ byte: UInt8) {
        guard byte.needsEscape else { return bytes.append(byte) }
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        default:
            bytes.append(contentsOf: "u00".utf8)
            bytes.append((byte >> 4).lowerHexDigit)
            bytes.append((byte & 0xF).lowerHexDigit)
        }
    }
}
