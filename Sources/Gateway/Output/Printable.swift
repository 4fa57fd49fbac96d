extension Int {
    /// The number with a comma before every third digit, such as `48,130,300`.
    var grouped: String {
        let digits = String(magnitude)
        var text = ""
        for (place, digit) in digits.enumerated() {
            if place > 0, (digits.utf8.count - place).isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return (self < 0 ? "-" : "") + text
    }
}

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
