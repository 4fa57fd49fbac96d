import AccessTokens
import Messages
import Testing

struct TokenListTests {
    private let token = AccessToken.make()

    private func list(_ names: String...) -> TokenList {
        names.reduce(TokenList()) { list, name in
            with(TokenRecord(of: .make(), name: name, role: .read, at: 0), list)
        }
    }

    /// A list with one more; it has to be taken.
    private func with(_ record: TokenRecord, _ list: TokenList) -> TokenList {
        var list = list
        let isAdded = list.add(record)
        #expect(isAdded)
        return list
    }

    @Test("makes tokens of 256 bits that begin alike and are others each time")
    func tokens() {
        let made = (0..<100).map { _ in AccessToken.make().text }
        #expect(made.allSatisfy { $0.hasPrefix("jgt_") && $0.utf8.count == 47 })
        #expect(Set(made).count == made.count)
        #expect(made.allSatisfy { AccessToken($0)?.text == $0 })
    }

    @Test(
        "takes no other text for a token",
        arguments: [
            "", "jgt_", "JGT_" + String(repeating: "a", count: 43), "jgt_" + String(repeating: "a", count: 42),
            "jgt_" + String(repeating: "a", count: 44), "jgt_" + String(repeating: "=", count: 43),
            "jgt_" + String(repeating: "a", count: 42) + " ", "jgt_" + String(repeating: "é", count: 43),
            "xgt_" + String(repeating: "a", count: 43),
        ]
    )
    func others(text: String) {
        #expect(AccessToken(text) == nil)
    }

    @Test("has SHA-256 for a hash, as FIPS 180-4 says")
    func hash() throws {
        // sha256sum says the same of the 47 characters.
        let token = try #require(AccessToken("jgt_" + String(repeating: "a", count: 43)))
        #expect(token.hash == "03f8ee9a292f832906a81ae003df082ce2755704b8eff0a07958027b6487acc2")
    }

    @Test("finds whose a token is, among others, until it is removed")
    func lookUp() {
        let record = TokenRecord(of: token, name: "carol", role: .operate, at: 1)
        let before = list("bob", "alice")
        #expect(before.record(of: token) == nil)
        var list = with(record, before)
        #expect(list.record(of: token) == record)
        #expect(list.contains(record))
        #expect(list.record(of: .make()) == nil)
        #expect(list.record(ofHash: token.hash) == record)
        list = before
        #expect(list.record(of: token) == nil)
        #expect(list.record(ofHash: token.hash) == nil)
        #expect(!list.contains(record))
        #expect(list.records.map(\.name) == ["alice", "bob"])
    }

    @Test("holds a token of the same name for another, and so one with another role")
    func identity() {
        let old = TokenRecord(of: token, name: "alice", role: .operate, at: 1)
        var another = with(TokenRecord(of: .make(), name: "alice", role: .operate, at: 1), list("bob"))
        #expect(!another.contains(old))
        let isAdded = another.add(old)
        #expect(!isAdded)
        #expect(!with(TokenRecord(of: token, name: "alice", role: .read, at: 1), list("bob")).contains(old))
    }

    @Test("reads what it has written, and never writes a token")
    func roundTrip() throws {
        let record = TokenRecord(of: token, name: "carol", role: .order, at: 1_795_000_000_123)
        let list = with(record, list("bob", "alice@shop.example"))
        #expect(try TokenList(list.bytes) == list)
        let text = String(decoding: list.bytes, as: UTF8.self)
        #expect(text.split(separator: "\n").count == 3)
        #expect(text.contains("carol order \(token.hash) 2026-11-18T"))
        #expect(!text.contains("jgt_") && !text.contains(token.text.dropFirst(4)))
        #expect(try TokenList([]) == TokenList())
    }

    @Test(
        "refuses a file with a line that is wrong, and says which",
        arguments: [
            ("bob read HASH TIME\nalice drink HASH TIME\n", "line 2"), ("bob read HASH TIME", "no end"),
            ("bob read HASH\n", "line 1"), ("\n", "line 1"), ("bob  read HASH TIME\n", "line 1"),
            ("bob read HASH TIME more\n", "line 1"), ("bob read HASH TIME TIME TIME\n", "line 1"), ("##x\n", "line 1"),
            ("bob read HASH TIME \n", "line 1"), ("../x read HASH TIME\n", "line 1"),
            ("bob read HASHA TIME\n", "line 1"), ("bob read HASH today\n", "line 1"),
            ("bob read HASH TIME\nbob read HASH TIME\n", "line 2 has"),
            ("a read HASH TIME\nb read HASH TIME\n", "line 2 has"),
        ]
    )
    func wrong(form: String, says: String) {
        let text = form.replacing("HASH", with: String(repeating: "0f", count: 32))
            .replacing("TIME", with: "2026-11-21T03:04:05.678Z")
        let error = #expect(throws: TokenError.self) { _ = try TokenList(Array(text.utf8)) }
        #expect(error?.message.contains(says) == true, "\(error?.message ?? "")")
    }

    @Test("reads a token with an end, which comes to the millisecond, and one without, which has none")
    func ends() throws {
        let ending = TokenRecord(of: token, name: "alice", role: .order, at: 1_000, lasting: 3_600_000)
        let lasting = TokenRecord(of: .make(), name: "bob", role: .read, at: 1_000)
        let list = with(lasting, with(ending, TokenList()))
        let read = try TokenList(list.bytes)
        #expect(read.records == [ending, lasting])
        #expect(read.records[0].expiry == "1970-01-01T01:00:01.000Z")
        #expect(![0, 1_000, 3_600_999].contains { read.records[0].isExpired(at: $0) })
        #expect([3_601_000, 1 << 42].allSatisfy { read.records[0].isExpired(at: $0) })
        #expect(read.records[1].expiry == nil && !read.records[1].isExpired(at: 253_402_300_799_999))
    }

    @Test("passes over lines that were written over")
    func revoked() throws {
        let alice = TokenRecord(of: token, name: "alice", role: .order, at: 0)
        let bytes = Array("######\n".utf8) + with(alice, TokenList()).bytes + Array("#\n".utf8)
        #expect(try TokenList(bytes).records == [alice])
    }

    @Test("refuses what is not UTF-8")
    func notText() {
        #expect(throws: TokenError.self) { _ = try TokenList([0xFF, 0x0A]) }
    }

    @Test(
        "knows names as clients with keys have them",
        arguments: [
            ("alice", true), ("A-z_0.9@x", true), (String(repeating: "n", count: 64), true), ("", false), (".a", false),
            (String(repeating: "n", count: 65), false), ("a b", false), ("a/b", false), ("é", false), ("a\n", false),
        ]
    )
    func names(name: String, isName: Bool) {
        #expect(TokenRecord.isName(name) == isName)
    }
}
