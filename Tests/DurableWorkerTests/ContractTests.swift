import Contract
import DurableWorker
import Messages
import Testing
import WireJSON

/// What the contract of a service says, and what is named that would break its callers.
@Suite struct ContractTests {
    private func document() throws -> String { String(decoding: try RunningService(Till()).openRPC, as: UTF8.self) }

    @Test func `the contract has the service's methods and those that all have`() throws {
        let document = try JSONReader(limits: .generous).read(document())
        let names = document["methods"]?.elements.compactMap { $0["name"]?.string } ?? []
        #expect(names.starts(with: ["till.get", "till.take", "till.fill"]))
        #expect(Set(names).isSuperset(of: ["service.info", "service.outcome", "events.replay", "rpc.discover"]))
        #expect(document["info"]?["version"]?.string == "1.2.3")
        let error = document["components"]?["errors"]?["TILL_EMPTY"]
        #expect(error?["code"]?.integer == 1 && error?["data"]?["status"]?.integer == 409)
        #expect(error?["x-final"]?.boolean == true)
    }

    @Test func `whatever the contract refers to is in it`() throws {
        let text = try document()
        let document = try JSONReader(limits: .generous).read(text)
        for match in text.matches(of: /"#\/components\/(schemas|errors)\/([^"]+)"/) {
            #expect(document["components"]?[String(match.1)]?[String(match.2)] != nil, "\(match.2)")
        }
    }

    @Test func `a service breaks no callers of its own contract`() throws {
        #expect(try ContractCheck.breaks(of: Till(), since: document()) == [])
    }

    /// The former contract was another: the text that it had instead of the present one.
    @Test(
        arguments: [
            (#""name":"till.get""#, #""name":"till.look""#, "till.look is gone"),
            (
                #""x-kind":"write","x-role":"order""#, #""x-kind":"write","x-role":"read""#,
                "till.take: role was read and is order"
            ),
            (#""maximum":1000}"#, #""maximum":5000}"#, "till.take, param amount: maximum is 1000 now"),
            (#""maxLength":20}"#, #""maxLength":40}"#, "till.take, param note: maxLength is 20 now"),
            (
                #""type":"integer","minimum":1,"#, #""type":"string","minimum":1,"#,
                "till.take, param amount was string and is integer"
            ),
            (
                #""name":"amount","summary":"How much.","required":true"#,
                #""name":"amount","summary":"How much.","required":false"#, "till.take, param amount must be there"
            ),
            (#""name":"amount","summary":"#, #""name":"sum","summary":"#, "till.take, param sum is gone"),
            (#""required":["total"]"#, #""required":["total","count"]"#, "till.get: count may be absent or is gone"),
            (#""code":1,"#, #""code":2,"#, "the error TILL_EMPTY has another code or status"),
            (#"{"type":"till.changed""#, #"{"type":"till.moved""#, "the event till.moved is gone"),
        ]
    )
    func `what would break callers is named`(present: String, former: String, sentence: String) throws {
        let text = try document()
        #expect(text.contains(present))
        let breaks = try ContractCheck.breaks(of: Till(), since: text.replacing(present, with: former))
        #expect(breaks.contains(sentence), "\(breaks)")
    }

    @Test(
        arguments: [
            (#""maximum":1000}"#, #""maximum":500}"#), (#""maxLength":20}"#, #""maxLength":10}"#),
            (##"{"$ref":"#/components/errors/TILL_EMPTY"},"##, ""),
        ]
    )
    func `what callers can pass over is not`(present: String, former: String) throws {
        let text = try document()
        #expect(text.contains(present))
        #expect(try ContractCheck.breaks(of: Till(), since: text.replacing(present, with: former)) == [])
    }
}
