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
            fill(buffer, sequence)
            return digits
        }
    }

    /// The position that a text names; `nil` unless it is 20 digits, at most ``largest``.
    package static func sequence(_ text: String) -> Int? {
        var text = text
        return text.withUTF8 { sequence($0) }
    }

    /// The position that a JSON string names; `nil` unless it is 20 digits, at most ``largest``.
    package static func sequence(_ node: JSONNode) -> Int? {
        var position: Int?
        _ = node.withUTF8 { position = $0.span.withUnsafeBufferPointer { sequence($0) } }
        return position
    }

    /// The position that UTF-8 names; `nil` unless it is 20 digits, at most ``largest``.
    static func sequence(_ text: ArraySlice<UInt8>) -> Int? {
        text.withUnsafeBufferPointer { sequence($0) }
    }

    private static func sequence(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
        guard text.count == digits else { return nil }
        let bytes = UnsafeRawBufferPointer(text)
        // The largest has 16 digits.
        let zeros = bytes.loadUnaligned(as: UInt32.self)
        guard zeros == 0x3030_3030, let high = number(bytes.loadUnaligned(fromByteOffset: 4, as: UInt64.self)),
            let low = number(bytes.loadUnaligned(fromByteOffset: 12, as: UInt64.self))
        else { return nil }
        let value = high * 100_000_000 + low
        return value <= maxValue ? value : nil
    }

    /// The number that eight digits make.
    private static func number(_ digits: UInt64) -> Int? {
        var value = UInt64(littleEndian: digits) ^ 0x3030_3030_3030_3030
        guard (value | (value &+ 0x0606_0606_0606_0606)) & 0xF0F0_F0F0_F0F0_F0F0 == 0 else { return nil }
        // The first digit is in the lowest byte. Neighbours are joined to two digits, these to four, these to eight.
        value = (value &* 10 &+ value >> 8) & 0x00FF_00FF_00FF_00FF
        value = (value &* 100 &+ value >> 16) & 0x0000_FFFF_0000_FFFF
        return Int((value &* 10_000 &+ value >> 32) & 0xFFFF_FFFF)
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
