import Messages
import Testing
import WireJSON

struct ServiceInfoTests {
    private func read(_ members: String) throws -> ServiceInfo? {
        let text = #"{"name": "counter-service", "id": "p", "version": "2.1.0"\#(members)}"#
        return ServiceInfo(try JSONReader().read(Array(text.utf8)))
    }

    @Test func `what a service says of itself is read`() throws {
        let info = try #require(
            try read(
                #"""
                , "description": "Counts.", "stream": true, "events": ["counter.changed"], "contract": "ab", "methods":
                [{"name": "counter.get", "kind": "read", "role": "read", "summary": "The number."}]
                """#
            )
        )
        #expect((info.name, info.version, info.summary) == ("counter-service", "2.1.0", "Counts."))
        #expect(info.hasStream && info.eventTypes == ["counter.changed"] && info.contract == "ab")
        #expect(info.methods["counter.get"]?.summary == "The number.")
        #expect(info.kind(of: "counter.get") == .read)
    }

    @Test func `a method that is not listed, or of a kind that is not known, counts as a write for an operator`() throws
    {
        let info = try #require(
            try read(#", "methods": [{"name": "counter.add", "kind": "soon", "role": "king"}, {}]"#)
        )
        #expect(info.kind(of: "counter.add") == .write && info.methods["counter.add"]?.role == .operate)
        #expect(info.kind(of: "counter.none") == .write && info.methods.count == 1)
    }

    @Test(arguments: [(#"["ipc:///e"]"#, true), ("[]", false)])
    func `an older service has a stream where it has an endpoint for events`(_ events: String, _ has: Bool) throws {
        let info = try #require(try read(#", "methods": [], "endpoints": {"rpc": [], "events": \#(events)}"#))
        #expect(info.hasStream == has && info.contract == nil)
    }

    @Test func `a service without methods says nothing of itself`() throws {
        #expect(try read("") == nil)
    }
}
