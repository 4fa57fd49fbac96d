/// The number being typed on a keypad: text that stays as it is typed, so that no digit is ever rounded.
struct TypedNumber: Sendable, Hashable {
    /// The most characters on display that another digit may make.
    static let displayLimit = 20

    /// A number nobody has typed into yet.
    static let zero = TypedNumber(integer: "0", fraction: nil, isNegative: false)

    private var integer: String
    private var fraction: String?
    private var isNegative: Bool

    private init(integer: String, fraction: String?, isNegative: Bool) {
        self.integer = integer
        self.fraction = fraction
        self.isNegative = isNegative
    }

    /// The number that was typed so; nil when no sequence of keys types it.
    init?(_ text: String) {
        var typed = TypedNumber.zero
        let unsigned = text.utf8.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
        for character in unsigned.unicodeScalars {
            if character == "." {
                guard typed.appendDot() else { return nil }
            } else {
                // The keys replace a lone 0; the comparison below is what refuses a leading zero.
                guard ("0"..."9").contains(character), typed.append(String(character)) else { return nil }
            }
        }
        if unsigned.count != text.count {
            guard typed.toggleSign() else { return nil }
        }
        guard typed.text == text else { return nil }
        self = typed
    }

    /// What was typed, without commas.
    var text: String {
        sign + integer + decimals
    }

    /// What was typed, with commas between the thousands.
    var display: String {
        var grouped = sign
        var rest = integer[...]
        while !rest.isEmpty {
            let run = ThousandsGrouping.run(beginning: rest.count)
            grouped += rest.prefix(run)
            rest = rest.dropFirst(run)
            if !rest.isEmpty { grouped += "," }
        }
        return grouped + decimals
    }

    /// What was typed as the history shows it: the display, without a dot that nothing follows and without the sign of a 0.
    var record: String {
        var shown = self
        if fraction?.isEmpty == true { shown.fraction = nil }
        if number.isZero { shown.isNegative = false }
        return shown.display
    }

    /// Whether the display is `0`.
    var isPlainZero: Bool {
        integer == "0" && fraction == nil
    }

    /// The value of what was typed.
    var number: DecimalNumber {
        var digits = DecimalAccumulator()
        for byte in integer.utf8 { digits.append(byte &- UInt8(ascii: "0")) }
        digits.beginFraction()
        for byte in (fraction ?? "").utf8 { digits.append(byte &- UInt8(ascii: "0")) }
        return digits.number(isNegative: isNegative)
    }

    /// Appends ASCII digits, in place of a plain zero, unless the display would become too long.
    /// - Returns: whether they were taken.
    mutating func append(_ digits: String) -> Bool {
        guard display.utf8.count + digits.utf8.count <= Self.displayLimit else { return false }
        if isPlainZero {
            integer = digits
        } else if let decimals = fraction {
            fraction = decimals + digits
        } else {
            integer += digits
        }
        return true
    }

    /// Appends the decimal point, unless there is one.
    /// - Returns: whether it was taken.
    mutating func appendDot() -> Bool {
        guard fraction == nil else { return false }
        fraction = ""
        return true
    }

    /// Changes the sign, unless the display is `0`.
    /// - Returns: whether it was changed.
    mutating func toggleSign() -> Bool {
        guard !isPlainZero else { return false }
        isNegative.toggle()
        return true
    }

    private var sign: String { isNegative ? "-" : "" }

    private var decimals: String { fraction.map { "." + $0 } ?? "" }
}
