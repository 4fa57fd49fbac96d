internal import Glibc

/// RFC 3339 times as people read them: in the time zone of this machine.
enum LocalTime {
    /// `2026-11-21 12:04:05` of `2026-11-21T03:04:05.678Z`; a text of another form stays as it is.
    static func dateAndTime(_ text: String, zone: (time_t) -> tm? = local) -> String {
        guard let (broken, _) = parts(text, in: zone) else { return text }
        return "\(four(broken.tm_year + 1_900))-\(two(broken.tm_mon + 1))-\(two(broken.tm_mday)) \(clock(broken))"
    }

    /// `12:04:05.678` of `2026-11-21T03:04:05.678Z`; a text of another form stays as it is.
    ///
    /// Of another day it is ``dateAndTime(_:zone:)``.
    ///
    /// - Parameter now: When it is seen, as RFC 3339.
    static func time(_ text: String, seen now: String, zone: (time_t) -> tm? = local) -> String {
        guard let (broken, fraction) = parts(text, in: zone) else { return text }
        let full = dateAndTime(text, zone: zone)
        return full.prefix(10) == dateAndTime(now, zone: zone).prefix(10) ? clock(broken) + fraction : full
    }

    private static func parts(_ text: String, in zone: (time_t) -> tm?) -> (tm, fraction: String)? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes.last == UInt8(ascii: "Z"), bytes[4] == UInt8(ascii: "-"),
            bytes[7] == UInt8(ascii: "-"), bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
            bytes[16] == UInt8(ascii: ":"),
            let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
            let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]), let second = number(bytes[17..<19])
        else { return nil }
        let fraction = bytes[19..<(bytes.count - 1)]
        let isFraction =
            fraction.isEmpty || (fraction.first == UInt8(ascii: ".") && number(fraction.dropFirst()) != nil)
        guard isFraction else { return nil }
        var utc = tm()
        utc.tm_year = year - 1_900
        utc.tm_mon = month - 1
        utc.tm_mday = day
        utc.tm_hour = hour
        utc.tm_min = minute
        utc.tm_sec = second
        return zone(timegm(&utc)).map { ($0, String(decoding: fraction, as: UTF8.self)) }
    }

    private static func local(_ moment: time_t) -> tm? {
        var moment = moment
        var broken = tm()
        return localtime_r(&moment, &broken) == nil ? nil : broken
    }

    /// One to nine digits, nothing else.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int32? {
        guard (1...9).contains(digits.count), digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int32($1 - 48) }
    }

    private static func clock(_ broken: tm) -> String {
        "\(two(broken.tm_hour)):\(two(broken.tm_min)):\(two(broken.tm_sec))"
    }

    private static func two(_ value: Int32) -> String {
        value < 10 ? "0\(value)" : "\(value)"
    }

    private static func four(_ value: Int32) -> String {
        let digits = "\(value)"
        return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }
}
