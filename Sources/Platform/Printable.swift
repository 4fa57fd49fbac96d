extension String {
    /// The text with what a terminal would obey made visible: what a service sent is shown, never executed.
    ///
    /// Control characters become `�`, line ends and tabs a space, and so do the characters that turn the direction of
    /// the text around them.
    package var printable: String {
        guard unicodeScalars.contains(where: \.isUnprintable) else { return self }
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\n", "\r", "\t": text.unicodeScalars.append(" ")
            default: text.unicodeScalars.append(scalar.isUnprintable ? "\u{FFFD}" : scalar)
            }
        }
        return text
    }
}

extension Unicode.Scalar {
    /// Whether this is a control character (C0, DEL, C1), a line separator or a bidirectional control.
    package var isUnprintable: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension Int {
    /// The number with a comma before every third digit, such as `48,130,300`.
    package var grouped: String {
        let digits = String(magnitude)
        var text = ""
        for (place, digit) in digits.enumerated() {
            if place > 0, (digits.utf8.count - place).isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return (self < 0 ? "-" : "") + text
    }
}
