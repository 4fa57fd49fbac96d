/// The place where a writer's next byte goes, in memory that has room for what is appended.
@unsafe
struct ByteCursor {
    /// The most bytes of an `Int` in decimal: 19 digits and a sign.
    static var maxDecimalLength: Int { 20 }

    private(set) var position: UnsafeMutablePointer<UInt8>

    @inline(__always)
    init(_ position: UnsafeMutablePointer<UInt8>) {
        unsafe self.position = position
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        unsafe position.initialize(to: byte)
        unsafe position += 1
    }

    @inline(__always)
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        unsafe position.initialize(from: start, count: bytes.count)
        unsafe position += bytes.count
    }

    /// Appends `count` bytes, all of which `fill` sets.
    @inline(__always)
    mutating func append(count: Int, _ fill: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        unsafe fill(UnsafeMutableBufferPointer(start: position, count: count))
        unsafe position += count
    }

    /// Appends a number in decimal.
    @inline(__always)
    mutating func append(decimal value: Int) {
        if value < 0 { unsafe append(UInt8(ascii: "-")) }
        var rest = value.magnitude
        var digits = 1
        var higher = rest / 10
        while higher > 0 {
            digits += 1
            higher /= 10
        }
        unsafe position += digits
        for place in 1...digits {
            unsafe (position - place).initialize(to: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        }
    }

    /// Appends text between quotes, unless JSON wants a byte of it escaped.
    ///
    /// - Returns: Whether that was all; what was appended is of no use otherwise.
    @inline(__always)
    mutating func append(quoted text: UnsafeBufferPointer<UInt8>) -> Bool {
        unsafe append(UInt8(ascii: "\""))
        if let start = text.baseAddress {
            guard
                unsafe Self.copyPlain(UnsafeRawPointer(start), count: text.count, to: UnsafeMutableRawPointer(position))
            else {
                return false
            }
            unsafe position += text.count
        }
        unsafe append(UInt8(ascii: "\""))
        return true
    }

    /// Copies text unless JSON wants a byte of it escaped.
    ///
    /// Words of eight and of four bytes are looked at and copied as a whole; the last one may overlap the one before.
    /// Not made part of each caller: all of them together would be more code than the processor's first cache should
    /// spend on it.
    @inline(never)
    private static func copyPlain(
        _ source: UnsafeRawPointer,
        count: Int,
        to target: UnsafeMutableRawPointer
    ) -> Bool {
        if count >= 8 {
            var index = 0
            let last = count &- 8
            while true {
                let word = unsafe source.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                guard !word.holdsEscape else { return false }
                unsafe target.storeBytes(of: word, toByteOffset: index, as: UInt64.self)
                guard index < last else { return true }
                index = Swift.min(index &+ 8, last)
            }
        }
        if count >= 4 {
            let first = unsafe source.loadUnaligned(as: UInt32.self)
            let last = unsafe source.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
            guard !(UInt64(first) | UInt64(last) << 32).holdsEscape else { return false }
            unsafe target.storeBytes(of: first, as: UInt32.self)
            unsafe target.storeBytes(of: last, toByteOffset: count &- 4, as: UInt32.self)
            return true
        }
        for index in 0..<count {
            let byte = unsafe source.load(fromByteOffset: index, as: UInt8.self)
            guard !byte.needsEscape else { return false }
            unsafe target.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
        }
        return true
    }
}
