import Testing

@testable import PeerGuard

@Suite struct PeerAccountsTests {
    private static let second: UInt64 = 1_000_000_000

    @Test func `whoever connects without end is admitted at a rate, and others as ever`() {
        var accounts = PeerAccounts(ConnectionRate(burst: 512, perSecond: 256, boundsProcesses: true))
        func admitted(_ owner: ConnectionOwner, at time: UInt64) -> Int {
            (0..<2_000).count { _ in accounts.mayConnect(owner, at: time) }
        }
        #expect(admitted(.client("fast"), at: Self.second) == 512)
        #expect(admitted(.client("other"), at: Self.second) == 512)
        #expect(admitted(.client("fast"), at: 2 * Self.second) == 256)
        #expect(admitted(.client("fast"), at: 60 * Self.second) == 512)
        #expect(admitted(.process(1), at: 60 * Self.second) == 512)
        // Those whom nobody can tell apart would use up each other's.
        #expect(admitted(.anyone, at: 60 * Self.second) == 2_000)
    }

    @Test func `processes of the user may be left unbounded`() {
        var accounts = PeerAccounts(ConnectionRate(burst: 1, perSecond: 1))
        let processes = (0..<10).count { _ in accounts.mayConnect(.process(1), at: Self.second) }
        #expect(processes == 10)
        let clients = (0..<10).count { _ in accounts.mayConnect(.client("one"), at: Self.second) }
        #expect(clients == 1)
    }

    @Test func `a pause of the endpoints gives back places and topics, and no allowance`() {
        var accounts = PeerAccounts(ConnectionRate(burst: 1, perSecond: 1))
        func mayConnect() -> Bool { accounts.mayConnect(.client("one"), at: Self.second) }
        #expect(mayConnect())
        accounts.add(connections: 1, topicBytes: 10, to: .client("one"))
        accounts.removeConnections()
        #expect(accounts.connections(of: .client("one")) == 0)
        #expect(accounts.topicBytes(of: .client("one")) == 0)
        #expect(!mayConnect())
    }

    @Test func `however many clients come, an allowance that is used up is not forgotten`() {
        var accounts = PeerAccounts(ConnectionRate(burst: 2, perSecond: 1))
        func mayConnect(_ client: String, after nanoseconds: UInt64 = 0) -> Bool {
            accounts.mayConnect(.client(client), at: Self.second + nanoseconds)
        }
        for _ in 0..<2 { #expect(mayConnect("fast")) }
        for number in 0..<10_000 { #expect(mayConnect("\(number)", after: UInt64(number))) }
        #expect(!mayConnect("fast", after: 20_000))
    }
}
