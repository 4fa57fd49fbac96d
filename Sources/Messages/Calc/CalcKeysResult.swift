/// The result of `calc.keys`.
package struct CalcKeysResult: SuiteMessage {
    /// Another way to write a key.
    package struct Spelling: SuiteMessage {
        package var spelling = ""
        package var key = ""

        package init() {}
        package init(spelling: String, key: String) { (self.spelling, self.key) = (spelling, key) }

        package mutating func members(_ members: inout Members) {
            members("spelling", &spelling, .text(), "The other spelling.")
            members("key", &key, .text(), "The label of its key.")
        }
    }

    package var rows: [[String]] = []
    package var spellings: [Spelling] = []

    package init() {}
    package init(rows: [[String]], spellings: [Spelling]) { (self.rows, self.spellings) = (rows, spellings) }

    package mutating func members(_ members: inout Members) {
        members(
            "rows",
            &rows,
            .list(of: .list(of: .text())),
            "The labels, row by row from the top, each from the left."
        )
        members("spellings", &spellings, .list(of: .message), "What calc.press takes besides the labels.")
    }
}
