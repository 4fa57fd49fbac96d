import CalcDomain

/// What the calculator does with numbers.
struct NumberPieces {
    private static let formula = "1234.5×2−10÷3"

    func time(_ watch: inout Stopwatch) throws {
        guard let third = DecimalNumber("0.3333333333333333333333333333333333"), let price = DecimalNumber("1234.5")
        else { return }
        watch.time("add two decimals") { price.adding(third).exponent }
        watch.time("multiply two decimals") { price.multiplied(by: third).exponent }
        watch.time("divide two decimals") { price.divided(by: third).exponent }
        try watch.time("evaluate \(Self.formula)") { try Formula.value(of: Self.formula.utf8Span).exponent }
        let value = try Formula.value(of: Self.formula.utf8Span)
        watch.time("write a value of 34 digits") { value.description.utf8.count }
        watch.time("display a value") { value.display.utf8.count }
    }
}
