extension Duration {
    /// Whole nanoseconds; what is over a century is a century.
    package var nanoseconds: Int64 { count(perSecond: 1_000_000_000) }
    /// Whole microseconds; what is over a century is a century.
    package var microseconds: Int64 { count(perSecond: 1_000_000) }
    /// Whole milliseconds; what is over a century is a century.
    package var milliseconds: Int64 { count(perSecond: 1_000) }

    private func count(perSecond: Int64) -> Int64 {
        let century = Duration.seconds(3_155_760_000)
        let (seconds, attoseconds) = min(max(self, .zero - century), century).components
        return seconds * perSecond + attoseconds / (1_000_000_000_000_000_000 / perSecond)
    }
}
