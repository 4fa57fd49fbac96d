/// UUIDs of version 7 that only grow: RFC 9562, section 6.2, method 1, a counter in the 12 bits after the time.
struct UUIDSequence {
    private var milliseconds: UInt64 = 0
    private var counter: UInt64 = 0

    /// The next UUID.
    ///
    /// - Parameters:
    ///   - now: Milliseconds since 1970-01-01 UTC; a clock that went back is not followed.
    ///   - random: 64 random bits, of which the lower 62 are used.
    ///   - start: Random bits, of which the lower 11 are used.
    mutating func next(milliseconds now: UInt64, random: UInt64, start: UInt64) -> String {
        if now > milliseconds {
            milliseconds = now
            // The top bit stays clear, so that a burst within one millisecond has room to count.
            counter = start & 0x7FF
        } else if counter < 0xFFF {
            counter += 1
        } else {
            // More than the counter holds in one millisecond: borrow the next one.
            milliseconds += 1
            counter = 0
        }
        let high = (milliseconds & 0xFFFF_FFFF_FFFF) << 16 | 0x7000 | counter
        let low = random & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        return Self.text(high: high, low: low)
    }

    private static func text(high: UInt64, low: UInt64) -> String {
        String(unsafeUninitializedCapacity: 36) { buffer in
            var place = 0
            // 8-4-4-4-12 digits: where in each word a hyphen precedes the digit at that shift.
            for (word, hyphens) in [(high, [28, 12]), (low, [60, 44])] {
                for shift in stride(from: 60, through: 0, by: -4) {
                    if hyphens.contains(shift) {
                        buffer[place] = UInt8(ascii: "-")
                        place += 1
                    }
                    let digit = UInt8(truncatingIfNeeded: word >> UInt64(shift)) & 0xF
                    buffer[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
                    place += 1
                }
            }
            return place
        }
    }
}
