import MarketDomain
import Testing

@Suite struct DeletionTests {
    private func code(_ body: () throws(MarketError) -> Void) -> MarketError.Code? {
        do throws(MarketError) {
            try body()
            return nil
        } catch {
            return error.code
        }
    }

    private let start = DeletionTicket.Moment(wall: 1_000, boot: "a", uptime: 1_000)

    @Test(
        arguments: [
            (0, 0, "a", true), (0, 299_999, "a", true), (0, 300_000, "a", false), (0, -1, "a", false),
            (0, Int.max - 1_000, "a", false), (0, Int.min, "a", false),
            // A clock that was set neither ends it nor keeps it.
            (400 * 86_400_000, 299_999, "a", true), (-400 * 86_400_000, 0, "a", true), (1, 300_000, "a", false),
            // On another machine, or after a start, there is only the wall clock, of which none is quite right.
            (299_999, 0, "b", true), (300_000, 0, "b", false), (-299_999, 0, "b", true), (-300_000, 0, "b", false),
            (299_999, 900_000, "", true), (300_000, 1, "", false), (Int.min, 0, "b", false),
            (Int.max - 1_000, 0, "b", false),
        ] as [(Int, Int, String, Bool)]
    )
    func `a ticket is good for five minutes`(wall: Int, uptime: Int, boot: String, isGood: Bool) {
        var ticket = DeletionTicket(productID: 7, vendorID: 2, issued: start)
        let now = DeletionTicket.Moment(wall: 1_000 &+ wall, boot: boot, uptime: 1_000 &+ uptime)
        let code = code { () throws(MarketError) in try ticket.use(by: 2, at: now) }
        #expect(code == (isGood ? nil : .uriExpired))
        #expect(ticket.isUsed == isGood)
    }

    @Test func `a ticket is good once`() {
        var ticket = DeletionTicket(productID: 7, vendorID: 2, issued: start)
        #expect(code { () throws(MarketError) in try ticket.use(by: 2, at: start) } == nil)
        #expect(code { () throws(MarketError) in try ticket.use(by: 2, at: start) } == .uriExpired)
    }

    @Test func `another vendor can neither use a ticket nor use it up`() {
        var ticket = DeletionTicket(productID: 7, vendorID: 2, issued: start)
        #expect(code { () throws(MarketError) in try ticket.use(by: 3, at: start) } == .permissionDenied)
        #expect(code { () throws(MarketError) in try ticket.use(by: 2, at: start) } == nil)
    }

    @Test func `an address is read as it was written`() {
        let uri = DeletionURI(token: "aZ09-_")
        #expect(DeletionURI(uri.text) == uri)
    }

    @Test(arguments: [
        "", "market:deletions/", "market:deletions/a b", "market:deletions/../x", "http://deletions/a", "a",
    ])
    func `what was never given out is no address`(text: String) {
        #expect(DeletionURI(text) == nil)
    }

    @Test(
        arguments: [
            ("", [.characters(1...50)]), (" \u{3000}", [.characters(1...50)]), ("가", []), ("한 가게", []),
            (String(repeating: "가", count: 50), []), (String(repeating: "가", count: 51), [.characters(1...50)]),
            ("a\nb", [.controlCharacters]), ("a" + String(repeating: "\u{301}", count: 1_000), [.bytes(1_536)]),
        ] as [(String, [ProductFault.Rule])]
    )
    func `a vendor's name is short and visible`(text: String, rules: [ProductFault.Rule]) {
        let code = code { () throws(MarketError) in _ = try VendorName(text) }
        #expect(code == (rules.isEmpty ? nil : .invalidVendorName(rules)))
    }
}
