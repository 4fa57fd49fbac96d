extension Duration {
    /// Whole microseconds.
    var microseconds: Int {
        Int(self / .microseconds(1))
    }

    /// Such as `0.35 ms`.
    var latencyText: String {
        let hundredths = microseconds / 10
        let fraction = hundredths % 100
        return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction) ms"
    }
}
