public import WireJSON

/// A stream position as CloudEvents carry it: 20 digits, so that comparing texts compares numbers.
///
/// A CloudEvents integer has 32 bits, and its `sequence` extension is compared as text.
public enum SequenceText {
    /// The largest position: the largest integer that every JSON reader keeps exactly.
    ///
    /// What a service says beyond it is not believed, so that reckoning with positions cannot overflow.
    public static let largest = (1 << 53) - 1

    fileprivate static let digits = 20

    /// The 20-digit text of a position.
    public static func text(_ sequence: Int) -> String {
        String(unsafeUninitializedCapacity: digits) { buffer in
            fill(buffer, sequence)
            return digits
        }
    }

    /// The position that a text names; `nil` unless it is 20 digits, at most ``largest``.
    public static func sequence(_ text: String) -> Int? {
        var text = text
        return text.withUTF8 { sequence($0) }
    }

    /// The position that a JSON string names; `nil` unless it is 20 digits, at most ``largest``.
    public static func sequence(_ node: JSONNode) -> Int? {
        node.withUTF8 { sequence($0) } ?? nil
    }

    /// The position that UTF-8 names; `nil` unless it is 20 digits, at most ``largest``.
    static func sequence(_ text: ArraySlice<UInt8>) -> Int? {
        text.withUnsafeBufferPointer { sequence($0) }
    }

    private static func sequence(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
        // With another first digit it is too large; the other 19 fit in any case.
        guard text.count == digits, text[0] == UInt8(ascii: "0") else { return nil }
        var value: UInt64 = 0
        for byte in text[1...] {
            let digit = byte &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            value = value &* 10 &+ UInt64(digit)
        }
        return value <= UInt64(largest) ? Int(value) : nil
    }

    fileprivate static func fill(_ buffer: UnsafeMutableBufferPointer<UInt8>, _ sequence: Int) {
        buffer.put(max(sequence, 0), digits: digits, at: 0)
    }
}

extension JSONWriter {
    /// Writes a member whose value is a stream position, as ``SequenceText``.
    mutating func member(_ name: StaticString, sequence: Int) {
        self.name(name)
        plainString(count: SequenceText.digits) { SequenceText.fill($0, sequence) }
    }
}
