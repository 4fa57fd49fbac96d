/// One to three neighbouring characters of a text, as one number: three times 21 bits, the first one lowest.
struct Gram: Hashable {
    /// The most characters of one.
    static let longest = 3

    let code: Int

    /// Makes a gram of Unicode scalars; `nil` when one of them is a blank, which no searched word has, or NUL, which
    /// stands for nothing here.
    init?(_ scalars: ArraySlice<Unicode.Scalar>) {
        var code = 0
        for (position, scalar) in scalars.enumerated() {
            guard !scalar.properties.isWhitespace, scalar.value != 0 else { return nil }
            code |= Int(scalar.value) << (21 * position)
        }
        self.code = code
    }
}
