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

    @Test(arguments: [(0, true), (299_999, true), (300_000, false), (Int.max - 1_000, false)])
    func `a ticket is good for five minutes`(age: Int, isGood: Bool) {
        var ticket = DeletionTicket(productID: 7, vendorID: 2, issuedAt: 1_000)
        let code = code { () throws(MarketError) in try ticket.use(by: 2, at: 1_000 + age) }
        #expect(code == (isGood ? nil : .uriExpired))
        #expect(ticket.isUsed == isGood)
    }

    @Test func `a ticket is good once`() {
        var ticket = DeletionTicket(productID: 7, vendorID: 2, issuedAt: 0)
        #expect(code { () throws(MarketError) in try ticket.use(by: 2, at: 1) } == nil)
        #expect(code { () throws(MarketError) in try ticket.use(by: 2, at: 2) } == .uriExpired)
    }

    @Test func `another vendor can neither use a ticket nor use it up`() {
        var ticket = DeletionTicket(productID: 7, vendorID: 2, issuedAt: 0)
        #expect(code { () throws(MarketError) in try ticket.use(by: 3, at: 1) } == .permissionDenied)
        #expect(code { () throws(MarketError) in try ticket.use(by: 2, at: 1) } == nil)
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
