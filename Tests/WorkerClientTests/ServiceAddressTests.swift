import Messages
import Testing
import WorkerClient

@Suite struct ServiceAddressTests {
    @Test(
        arguments: [
            ("tcp://a:1", ["tcp://a:1"]),
            ("tcp://a:1,tcp://b:1", ["tcp://a:1", "tcp://b:1"]),
            ("tcp://a:1,", ["tcp://a:1"]),
            ("", [""]),
            (",", [","]),
            ("tcp://a:1, tcp://b:1", ["tcp://a:1", " tcp://b:1"]),
            ("tcp://fd00::c:7101,tcp://[fd00::d]:7101", ["tcp://[fd00::c]:7101", "tcp://[fd00::d]:7101"]),
        ]
    )
    func `endpoints have commas between them, and there is always one`(text: String, endpoints: [String]) {
        let address = ServiceAddress(service: .juice, rpc: text, events: text)
        #expect(address.rpcEndpoints == endpoints)
        #expect(address.eventEndpoints == endpoints)
        #expect(address.workers.map(\.rpc) == endpoints)
    }

    @Test func `a service with one endpoint is its own only worker`() {
        let address = ServiceAddress(service: .juice, runDirectory: "/run/x")
        #expect(address.workers == [address])
    }

    @Test(
        arguments: [
            ("tcp://a:1", "tcp://a:1", true),
            ("tcp://a:1", "tcp://a:12", false),
            ("tcp://a:1,tcp://b:1", "tcp://c:1,tcp://b:1", true),
            ("tcp://a:1,tcp://b:1", "tcp://c:1,tcp://d:1", false),
            ("tcp://fd00::c:7101", "tcp://[fd00::c]:7101", true),
        ]
    )
    func `a service is known by any of its endpoints`(one: String, other: String, isSame: Bool) {
        #expect(ServiceAddress.haveCommonEndpoint(one, other) == isSame)
    }
}
