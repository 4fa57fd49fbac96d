import Messages
import Testing
import WireJSON

@Suite struct RequestTests {
    private func refusal(_ text: String) throws -> Request.Refusal? {
        let node = try JSONReader().read(text)
        do throws(Request.Refusal) {
            _ = try Request(node)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        arguments: [
            (#"1"#, nil),
            (#"[]"#, nil),
            (#"{"jsonrpc":"2.0","id":null,"method":"m"}"#, nil),
            (#"{"jsonrpc":"2.0","id":1.5,"method":"m"}"#, nil),
            (#"{"jsonrpc":"2.0","id":{},"method":"m"}"#, nil),
            (#"{"id":7,"method":"m"}"#, RequestID.integer(7)),
            (#"{"jsonrpc":"1.0","id":"a","method":"m"}"#, .string("a")),
            (#"{"jsonrpc":"2.0","id":7}"#, .integer(7)),
            (#"{"jsonrpc":"2.0","id":7,"method":3}"#, .integer(7)),
            (#"{"jsonrpc":"2.0","id":7,"method":"m","params":[1]}"#, .integer(7)),
            (#"{"jsonrpc":"2.0","id":7,"method":"m","params":null}"#, .integer(7)),
            (#"{"jsonrpc":"2.0","id":7,"method":"m","meta":[]}"#, .integer(7)),
            (#"{"jsonrpc":"2.0","id":7,"method":"m","meta":{"timeoutms":-1}}"#, .integer(7)),
            (#"{"jsonrpc":"2.0","id":7,"method":"m","meta":{"timeoutms":"5"}}"#, .integer(7)),
            (#"{"jsonrpc":"2.0","id":7,"method":"m","meta":{"atleast":-1}}"#, .integer(7)),
            (#"{"jsonrpc":"2.0","id":7,"method":"m","meta":{"atleast":"5"}}"#, .integer(7)),
            (#"{"jsonrpc":"2.0","id":7,"method":"m","meta":{"atleast":null}}"#, .integer(7)),
            (#"{"jsonrpc":"2.0","id":7,"method":"m","meta":{"atleast":9007199254740992}}"#, .integer(7)),
            (#"{"jsonrpc":"2.0","id":7,"method":"m","meta":{"idempotencykey":""}}"#, .integer(7)),
            (#"{"jsonrpc":"2.0","id":7,"method":"m","meta":{"idempotencykey":5}}"#, .integer(7)),
            (#"{"jsonrpc":"2.0","id":7,"method":"m","meta":{"traceparent":5}}"#, .integer(7)),
        ] as [(String, RequestID?)]
    )
    func `an invalid envelope is refused under its id where it has one`(text: String, id: RequestID?) throws {
        let refusal = try #require(try refusal(text))
        #expect(refusal.error.knownReason == .invalidRequest)
        #expect(refusal.id == id)
    }

    @Test(arguments: [(128, true), (129, false)])
    func `a key has at most 128 bytes`(length: Int, isAccepted: Bool) throws {
        let key = String(repeating: "k", count: length)
        let text = #"{"jsonrpc":"2.0","id":1,"method":"m","meta":{"idempotencykey":"\#(key)"}}"#
        #expect((try refusal(text) == nil) == isAccepted)
    }

    @Test func `a key's bytes count, not its letters`() throws {
        let key = String(repeating: "한", count: 43)
        let text = #"{"jsonrpc":"2.0","id":1,"method":"m","meta":{"idempotencykey":"\#(key)"}}"#
        #expect(try refusal(text) != nil)
    }

    @Test(arguments: [
        ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", true),
        ("00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01", false),
        ("nonsense", false),
        ("", false),
    ])
    func `a malformed traceparent is ignored`(text: String, isKept: Bool) throws {
        let node = try JSONReader().read(#"{"traceparent":"\#(text)"}"#)
        #expect((try RequestMeta(node).traceparent != nil) == isKept)
    }

    @Test func `meta reads what it writes`() throws {
        let traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        for position in [0, 1_042, RequestMeta.maxPosition] {
            let meta = RequestMeta(
                idempotencyKey: "k",
                timeoutMilliseconds: 5,
                traceparent: traceparent,
                atLeast: position
            )
            #expect(try RequestMeta(JSONReader().read(meta.jsonBytes)) == meta)
        }
        #expect(try RequestMeta(JSONReader().read("{}")).atLeast == nil)
    }

    @Test func `unknown members are ignored anywhere`() throws {
        let text = #"{"x":1,"jsonrpc":"2.0","id":1,"method":"m","params":{"y":2},"meta":{"z":[3]}}"#
        #expect(try refusal(text) == nil)
    }

    @Test func `every violation comes back at once`() throws {
        let node = try JSONReader().read(#"{"juice":5,"quantity":1001}"#)
        do throws(RPCError) {
            _ = try JuiceOrderParams(params: node)
            Issue.record("accepted")
        } catch {
            #expect(error.knownReason == .invalidParams)
            #expect(error.violations.map(\.pointer) == ["/juice", "/quantity"])
            #expect(error.violations.map(\.reason) == ["WRONG_TYPE", "OUT_OF_RANGE"])
        }
    }

    @Test(arguments: [
        "0", "-1", "1001", "1.0", "1e0", "1.5", "\"2\"", "null", "true", "[]", "1000000000000000000000000000000",
    ])
    func `a quantity is a whole number of its range`(quantity: String) throws {
        let node = try JSONReader().read(#"{"juice":"mango","quantity":\#(quantity)}"#)
        #expect(throws: RPCError.self) { try JuiceOrderParams(params: node) }
        #expect(throws: RPCError.self) { try JuiceOrderParams(order: node) }
    }

    @Test(arguments: [#"{"juice":"mango"}"#, #"{"juice":"mango","quantity":1}"#, #"{"juice":"m","quantity":1000}"#])
    func `an order is read as its params are described`(text: String) throws {
        let node = try JSONReader().read(text)
        #expect(try JuiceOrderParams(order: node) == JuiceOrderParams(params: node))
    }

    @Test(
        arguments: [
            ("{}", ["/changes REQUIRED changes is required"]),
            (#"{"changes":[]}"#, ["/changes WRONG_TYPE changes must be an object"]),
            (#"{"changes":{}}"#, ["/changes OUT_OF_RANGE changes must have at least one member"]),
            (
                #"{"changes":{"a~/":0,"kiwi":1.0,"mango":1000000001,"fig":1}}"#,
                [
                    "/changes/a~0~1 OUT_OF_RANGE changes.a~/ must not be 0",
                    "/changes/kiwi WRONG_TYPE changes.kiwi must be an integer without fraction or exponent",
                    "/changes/mango OUT_OF_RANGE changes.mango must be -1000000000 to 1000000000",
                ]
            ),
        ] as [(String, [String])]
    )
    func `each fault of an object of numbers is named`(text: String, violations: [String]) throws {
        let node = try JSONReader().read(text)
        let error = try #require(throws: RPCError.self) { try JuiceStockAdjustParams(params: node) }
        #expect(error.violations.map { "\($0.pointer) \($0.reason) \($0.detail)" } == violations)
    }

    @Test func `params read what they write`() throws {
        let set = JuiceStockSetParams(levels: ["mango": 3, "kiwi": 0], expectedVersion: .fruits(["mango": 2]))
        #expect(try JuiceStockSetParams(params: JSONReader().read(set.jsonBytes)) == set)
        let replay = EventsReplayParams(after: 7, limit: 9, topics: ["juice."])
        #expect(try EventsReplayParams(params: JSONReader().read(replay.jsonBytes)) == replay)
    }
}
