/// A time as a page without scripts shows it.
enum PageTime {
    /// `2026-11-21 03:04 UTC` of `2026-11-21T03:04:05.678Z`, or of the market's times, which are UTC without saying so.
    static func text(_ time: String) -> String {
        guard time.utf8.count >= 16 else { return time }
        return "\(time.prefix(10)) \(time.dropFirst(11).prefix(5)) UTC"
    }
}
