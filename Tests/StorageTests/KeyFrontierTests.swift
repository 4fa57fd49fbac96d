import Testing

@testable import Journal
@testable import SQLite
@testable import SQLiteJournal

/// What need not be looked for.
@Suite struct KeyFrontierTests {
    private func frontier(_ keys: String...) throws -> KeyFrontier {
        let beginning = try #require(KeyFrontier.beginning(of: keys[0]))
        var frontier = KeyFrontier(beginning: beginning)
        for key in keys { frontier.add(key) }
        return frontier
    }

    @Test func `only a key above those that begin like it is new for certain`() throws {
        let frontier = try frontier("0190b5a8-7f00", "0190b5a8-7f05", "0190b5a8-7f03")
        #expect(!frontier.mayHave("0190b5a8-7f06"))
        #expect(!frontier.mayHave("0190b5a8-7f050"))
        #expect(frontier.mayHave("0190b5a8-7f05"))
        #expect(frontier.mayHave("0190b5a8-7f04"))
        #expect(frontier.mayHave("0190b5a9-0000"))
        #expect(frontier.mayHave("0190b5a"))
    }

    @Test func `keys of other kinds change nothing`() throws {
        var frontier = try frontier("0190b5a8-7f00")
        for key in ["K1", "", "zzzzzzzzzzzz", "0190b5a9-ffff"] { frontier.add(key) }
        #expect(!frontier.mayHave("0190b5a8-7f01"))
        #expect(frontier.mayHave("0190b5a8-7f00"))
    }

    @Test func `keys are ordered by their bytes`() throws {
        // Equal texts for Swift, and an order that is another by code units.
        #expect(try !frontier("together-e\u{301}").mayHave("together-\u{E9}"))
        #expect(try frontier("together-\u{E9}").mayHave("together-e\u{301}"))
        #expect(try !frontier("together-\u{FFEE}").mayHave("together-\u{1F511}"))
        #expect(try frontier("together-\u{1F511}").mayHave("together-\u{FFEE}"))
    }

    @Test func `its bounds hold all keys that begin so, and no other`() throws {
        for key in ["0190b5a8-7f00", "together", "\u{10FFFF}\u{10FFFF}", "\0\0\0\0\0\0\0\0"] {
            let bounds = KeyFrontier(beginning: try #require(KeyFrontier.beginning(of: key))).bounds
            #expect(bounds.least == Array(key.utf8.prefix(8)))
            #expect(bounds.least.lexicographicallyPrecedes(bounds.after))
            #expect((Array(key.utf8.prefix(8)) + [0xF4, 0xF4]).lexicographicallyPrecedes(bounds.after))
        }
    }
}

extension KeyFrontier {
    fileprivate static func beginning(of key: String) -> UInt64? { beginning(of: key.utf8.span) }

    fileprivate func mayHave(_ key: String) -> Bool { mayHave(key.utf8.span) }

    fileprivate mutating func add(_ key: String) { add(key.utf8.span) }
}
