package import WireJSON

/// RFC 3339 text of a moment, without Foundation: `2026-11-21T03:04:05.678Z`.
package enum Timestamp {
    /// The date and time of a moment in UTC to the second, without a zone: `2026-11-21T03:04:05`.
    ///
    /// - Parameter milliseconds: As in ``text(_:)``.
    package static func dateTime(_ milliseconds: Int) -> String {
        String(text(milliseconds).prefix(19))
    }

    /// The text of a moment.
    ///
    /// - Parameter milliseconds: Milliseconds since 1970-01-01 UTC, 0…253 402 300 799 999 (the end of the year 9999);
    ///   anything else is moved to the nearer end.
    package static func text(_ milliseconds: Int) -> String {
        String(unsafeUninitializedCapacity: count) { buffer in
            fill(buffer, with: milliseconds)
            return count
        }
    }

    /// Bytes of a text.
    fileprivate static let count = 24

    fileprivate static func fill(_ buffer: UnsafeMutableBufferPointer<UInt8>, with milliseconds: Int) {
        let moment = min(max(milliseconds, 0), 253_402_300_799_999)
        let (days, inDay) = moment.quotientAndRemainder(dividingBy: 86_400_000)
        // Days to a date of the proleptic Gregorian calendar, in years that begin in March, so that the leap day is
        // the last day of a year and every 400 years are alike (146 097 days).
        let shifted = days + 719_468
        let (era, dayOfEra) = shifted.quotientAndRemainder(dividingBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        buffer.put(year, digits: 4, at: 0)
        buffer[4] = UInt8(ascii: "-")
        buffer.put(month, digits: 2, at: 5)
        buffer[7] = UInt8(ascii: "-")
        buffer.put(day, digits: 2, at: 8)
        buffer[10] = UInt8(ascii: "T")
        buffer.put(inDay / 3_600_000, digits: 2, at: 11)
        buffer[13] = UInt8(ascii: ":")
        buffer.put(inDay / 60_000 % 60, digits: 2, at: 14)
        buffer[16] = UInt8(ascii: ":")
        buffer.put(inDay / 1_000 % 60, digits: 2, at: 17)
        buffer[19] = UInt8(ascii: ".")
        buffer.put(inDay % 1_000, digits: 3, at: 20)
        buffer[23] = UInt8(ascii: "Z")
    }
}

extension JSONWriter {
    /// Writes a member whose value is a moment, as ``Timestamp/text(_:)``.
    ///
    /// - Parameters:
    ///   - name: The member's name.
    ///   - milliseconds: Since 1970-01-01 UTC.
    package mutating func member(_ name: StaticString, time milliseconds: Int) {
        self.name(name)
        plainString(count: Timestamp.count) { Timestamp.fill($0, with: milliseconds) }
    }
}
