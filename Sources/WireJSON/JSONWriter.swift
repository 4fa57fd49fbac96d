/// Writes JSON into a buffer that is kept from one text to the next.
///
/// Commas and colons come by themselves. The caller keeps the grammar: a name before each value in an object, every
/// `begin` with its `end`, one value at the root. Once the buffer is large enough, writing allocates nothing, unless
/// someone still holds the ``bytes`` of the text before.
///
/// What writes is not made part of its callers, who call it for every member: that much code would push theirs out of the
/// processor's first cache.
package struct JSONWriter: Sendable {
    /// What has been written so far, in UTF-8 if every raw value was.
    package private(set) var bytes: [UInt8]
    /// A value is just before, so the next name or value needs a comma.
    ///
    /// One bit is enough for all levels: an opening bracket or a name clears it, and whatever ends a value sets it.
    private var needsComma = false

    /// Makes an empty writer.
    ///
    /// - Parameter capacity: Bytes to make room for at once.
    package init(capacity: Int = 0) {
        bytes = []
        if capacity > 0 { bytes.reserveCapacity(capacity) }
    }

    /// Forgets what has been written and keeps the room for it.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    /// Ends a text: what is written next is another one, without a comma between them.
    package mutating func endText() {
        needsComma = false
    }

    /// Opens an object.
    package mutating func beginObject() {
        open(UInt8(ascii: "{"))
    }

    /// Closes the object opened last.
    package mutating func endObject() {
        close(UInt8(ascii: "}"))
    }

    /// Opens an array.
    package mutating func beginArray() {
        open(UInt8(ascii: "["))
    }

    /// Closes the array opened last.
    package mutating func endArray() {
        close(UInt8(ascii: "]"))
    }

    private mutating func open(_ bracket: UInt8) {
        appendComma()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func appendComma() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    /// Writes what `write` puts at the end of the text, behind the comma if one is needed.
    ///
    /// - Parameters:
    ///   - capacity: The most bytes that `write` puts; room for them is made once.
    ///   - write: Puts them and returns whether that is all; otherwise nothing is written.
    /// - Returns: What `write` returned.
    @inline(__always)
    private mutating func append(atMost capacity: Int, _ write: (inout ByteCursor) -> Bool) -> Bool {
        let comma = needsComma
        var isWritten = false
        bytes.append(addingCapacity: capacity + 1) { output in
            unsafe output.withUnsafeMutableBufferPointer { buffer, count in
                guard let start = buffer.baseAddress else { return }
                var cursor = unsafe ByteCursor(start + count)
                if comma { unsafe cursor.append(UInt8(ascii: ",")) }
                guard unsafe write(&cursor) else { return }
                count = unsafe cursor.position - start
                isWritten = true
            }
        }
        return isWritten
    }

    /// Writes a value that `write` puts at the end of the text, at most `capacity` bytes.
    @inline(__always)
    private mutating func appendValue(atMost capacity: Int, _ write: (inout ByteCursor) -> Void) {
        _ = unsafe append(atMost: capacity) { output in
            unsafe write(&output)
            return true
        }
        needsComma = true
    }

    /// Writes bytes that are one JSON value.
    @inline(never)
    mutating func appendValue(_ json: UnsafeBufferPointer<UInt8>) {
        unsafe appendValue(atMost: json.count) { unsafe $0.append(json) }
    }

    /// Writes bytes that are a piece of a text.
    @inline(never)
    mutating func append(_ piece: UnsafeBufferPointer<UInt8>) {
        unsafe bytes.append(contentsOf: piece)
        needsComma = false
    }

    /// Writes an integer in decimal.
    @inline(never)
    mutating func appendDecimal(_ value: Int) {
        unsafe appendValue(atMost: ByteCursor.maxDecimalLength) { unsafe $0.append(decimal: value) }
    }

    /// Writes a string of `count` bytes that need no escape, and that `fill` puts in their place.
    @inline(__always)
    mutating func appendString(count: Int, _ fill: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        unsafe appendValue(atMost: count + 2) { output in
            unsafe output.append(UInt8(ascii: "\""))
            unsafe output.append(count: count, fill)
            unsafe output.append(UInt8(ascii: "\""))
        }
    }

    /// Writes bytes that need no escape between quotes, as a name with its colon or as a value.
    @inline(never)
    mutating func appendQuoted(_ text: UnsafeBufferPointer<UInt8>, isName: Bool) {
        unsafe appendValue(atMost: text.count + 3) { output in
            unsafe output.append(UInt8(ascii: "\""))
            unsafe output.append(text)
            unsafe output.append(UInt8(ascii: "\""))
            if isName { unsafe output.append(UInt8(ascii: ":")) }
        }
        needsComma = !isName
    }

    /// Writes text between quotes, with the escapes it needs, as a name with its colon or as a value.
    @inline(never)
    mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>, isName: Bool) {
        let isPlain = unsafe append(atMost: text.count + 3) { output in
            guard unsafe output.append(quoted: text) else { return false }
            if isName { unsafe output.append(UInt8(ascii: ":")) }
            return true
        }
        if !isPlain {
            appendComma()
            unsafe appendEscapes(of: text)
            if isName { bytes.append(UInt8(ascii: ":")) }
        }
        needsComma = !isName
    }

    /// Writes a string of text, with the escapes it needs, a separator that needs none, and a number in decimal.
    mutating func appendEscaped(
        _ text: UnsafeBufferPointer<UInt8>,
        separator: UnsafeBufferPointer<UInt8>,
        number: Int
    ) {
        unsafe appendEscaped(text, isName: false)
        // In place of the quote that has just been written.
        bytes.removeLast()
        needsComma = false
        unsafe appendValue(atMost: separator.count + ByteCursor.maxDecimalLength + 1) { output in
            unsafe output.append(separator)
            unsafe output.append(decimal: number)
            unsafe output.append(UInt8(ascii: "\""))
        }
    }

    /// Writes a member at once whose name needs no escape.
    ///
    /// - Returns: Whether it is written; `false` when something needs an escape.
    @inline(__always)
    private mutating func appendMember(
        _ name: UnsafeBufferPointer<UInt8>,
        atMost capacity: Int,
        _ value: (inout ByteCursor) -> Bool
    ) -> Bool {
        let isPlain = unsafe append(atMost: name.count + 3 + capacity) { output in
            guard unsafe output.append(quoted: name) else { return false }
            unsafe output.append(UInt8(ascii: ":"))
            return unsafe value(&output)
        }
        if isPlain { needsComma = true }
        return isPlain
    }

    /// Writes a member whose value is a string, with the escapes both need.
    @inline(never)
    mutating func appendMember(_ name: UnsafeBufferPointer<UInt8>, text: UnsafeBufferPointer<UInt8>) {
        guard unsafe !appendMember(name, atMost: text.count + 2, { unsafe $0.append(quoted: text) }) else { return }
        unsafe appendEscaped(name, isName: true)
        unsafe appendEscaped(text, isName: false)
    }

    /// Writes a member whose value is an integer.
    @inline(never)
    mutating func appendMember(_ name: UnsafeBufferPointer<UInt8>, decimal value: Int) {
        let isPlain = unsafe appendMember(name, atMost: ByteCursor.maxDecimalLength) { output in
            unsafe output.append(decimal: value)
            return true
        }
        guard !isPlain else { return }
        unsafe appendEscaped(name, isName: true)
        appendDecimal(value)
    }

    /// Writes text between quotes, byte by byte.
    private mutating func appendEscapes(of text: UnsafeBufferPointer<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        for index in text.indices { unsafe appendEscaped(text[index]) }
        bytes.append(UInt8(ascii: "\""))
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
