internal import Glibc
internal import Platform

/// The field `Date` of the present second (RFC 9110, 5.6.7), made once for each.
struct HTTPDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private var second = 0
    private var text = ""

    mutating func now() -> String {
        let second = Int(SystemClock.wall / 1_000)
        if second != self.second { (self.second, text) = (second, Self.text(of: second)) }
        return text
    }

    /// - Parameter second: Since 1970-01-01 UTC.
    static func text(of second: Int) -> String {
        var (time, parts) = (time_t(second), tm())
        gmtime_r(&time, &parts)
        let two = { (number: CInt) in number < 10 ? "0\(number)" : "\(number)" }
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(two).joined(separator: ":")
        let (day, month) = (days[Int(parts.tm_wday)], months[Int(parts.tm_mon)])
        return "\(day), \(two(parts.tm_mday)) \(month) \(1_900 + parts.tm_year) \(clock) GMT"
    }
}
