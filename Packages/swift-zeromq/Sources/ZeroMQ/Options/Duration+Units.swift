extension Duration {
    /// How many units it has, of which a second has that many.
    ///
    /// - Parameter roundsUp: Whether a part of a unit counts as one.
    package func count(perSecond: Int64, roundsUp: Bool = false) -> Int64 {
        let size = 1_000_000_000_000_000_000 / perSecond
        let (seconds, attoseconds) = components
        return seconds * perSecond + (attoseconds + (roundsUp ? size - 1 : 0)) / size
    }
}
