package import WireJSON

/// A stream position as CloudEvents carry it: 20 digits, so that comparing texts compares numbers.
///
/// A CloudEvents integer has 32 bits, and its `sequence` extension is compared as text.
package enum SequenceText {
    /// The largest position: the largest integer that every JSON reader keeps exactly.
    ///
    /// What a service says beyond it is not believed, so that reckoning with positions cannot overflow.
    package static let maxValue = (1 << 53) - 1

    fileprivate static let digits = 20

    /// The 20-digit text of a position.
    package static func text(_ sequence: Int) -> String {
        String(unsafeUninitializedCapacity: digits) { buffer in
            fill(buffer, with: sequence)
            return digits
        }
    }

    /// The position that a text names; `nil` unless it is 20 digits, at most ``maxValue``.
    package static func sequence(_ text: String) -> Int? {
        var text = text
        return text.withUTF8 { sequence($0) }
    }

    /// The position that a JSON string names; `nil` unless it is 20 digits, at most ``maxValue``.
    package static func sequence(_ node: JSONNode) -> Int? {
        var position: Int?
        _ = node.withUTF8 { position = $0.span.withUnsafeBufferPointer { sequence($0) } }
        return position
    }

    /// The position that UTF-8 names; `nil` unless it is 20 digits, at most ``maxValue``.
    static func sequence(_ text: ArraySlice<UInt8>) -> Int? {
        text.withUnsafeBufferPointer { sequence($0) }
    }

    private static func sequence(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
        guard text.count == digits else { return nil }
        var value = 0
        for byte in text {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
            // Looked at each time: twenty nines are more than an Int holds.
            guard value <= maxValue else { return nil }
        }
        return value
    }

    fileprivate static func fill(_ buffer: UnsafeMutableBufferPointer<UInt8>, with sequence: Int) {
        buffer.put(max(sequence, 0), digits: digits, at: 0)
    }
}

extension JSONWriter {
    /// Writes a member whose value is a stream position, as ``SequenceText``.
    mutating func member(_ name: StaticString, sequence: Int) {
        self.name(name)
        plainString(count: SequenceText.digits) { SequenceText.fill($0, with: sequence) }
    }
}

extension UnsafeMutableBufferPointer<UInt8> {
    /// Puts a number in decimal, with zeros before it.
    ///
    /// - Parameters:
    ///   - number: From 0; of one with more digits only the last ones are put.
    ///   - digits: How many digits to put.
    ///   - offset: Where the first of them goes.
    @inline(__always)
    func put(_ number: Int, digits: Int, at offset: Int) {
        var place = offset + digits
        var rest = number.magnitude
        while place > offset, rest > 0 {
            place -= 1
            self[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        while place > offset {
            place -= 1
            self[place] = UInt8(ascii: "0")
        }
    }
}
