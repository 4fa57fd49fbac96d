import Messages
import Testing
import WireJSON

@Suite struct MembersTests {
    enum Size: String, CaseIterable, Sendable { case small, large }

    struct Part: Message, Hashable {
        var name = ""
        var count = 1

        mutating func members(_ members: inout Members) {
            members("name", &name, .text(bytes: 1...8), "Its name.")
            members("count", &count, .integer(in: 1...9), "How many.", need: .optional)
        }
    }

    struct Parcel: Message, Hashable {
        var id = ""
        var size = Size.small
        var isFragile = false
        var weight: ExactNumber = 0
        var sent: Int?
        var first = Part()
        var parts: [Part] = []
        var marks: [String: Int] = [:]

        mutating func members(_ members: inout Members) {
            members("id", &id, .text(), "Its number.")
            members("size", &size, .choice, "How large it is.")
            members("fragile", &isFragile, .boolean, "Whether it breaks.", need: .optional)
            members("weight", &weight, .number, "In kilograms.", need: .optional)
            members("sent", &sent, .time, "When it was sent.")
            members("first", &first, .message, "What is on top.")
            members("parts", &parts, .list(of: .message, count: 0...3), "What is in it.")
            members("marks", &marks, .dictionary(of: .integer(in: 0...9), count: 0...2), "Notes.", need: .optional)
            members.check(parts.isEmpty || first.count > 0, "parts", "must be empty without a first")
        }
    }

    private static let whole = """
        {"id":"p1","size":"large","fragile":true,"weight":1.50,"sent":"2026-11-21T03:04:05.678Z",\
        "first":{"name":"a","count":2},"parts":[{"name":"b","count":1}],"marks":{"x":1}}
        """

    private func read(_ text: String) throws -> JSONNode { try JSONReader().read(text) }

    @Test func `a message is written as it was read, to the last digit`() throws {
        let parcel = try Parcel(params: read(Self.whole))
        #expect(parcel.weight.text == "1.50" && parcel.sent == 1_795_230_245_678 && parcel.size == .large)
        #expect(String(decoding: parcel.jsonBytes, as: UTF8.self) == Self.whole)
    }

    @Test func `absent members keep their presets, and others are passed over`() throws {
        let parcel = try Parcel(params: read(#"{"id":"p","size":"small","first":{"name":"a"},"parts":[],"new":1}"#))
        #expect(parcel == Parcel(id: "p", first: Part(name: "a")))
    }

    @Test(
        arguments: [
            ("{}", ["/id REQUIRED id is required", "/size REQUIRED size is required"]),
            (
                #"{"id":1,"size":"huge"}"#,
                ["/id WRONG_TYPE id must be a string", "/size UNKNOWN size must be one of small, large"]
            ),
            (#"{"id":""}"#, ["/id MALFORMED id must have 1 to 256 bytes of UTF-8"]),
            (#"{"first":{"name":"a","count":10}}"#, ["/first/count OUT_OF_RANGE first.count must be 1 to 9"]),
            (#"{"first":[]}"#, ["/first WRONG_TYPE first must be an object"]),
            (#"{"parts":[{"name":"a"},{"name":7}]}"#, ["/parts/1/name WRONG_TYPE parts[1].name must be a string"]),
            (#"{"parts":[1,2,3,4]}"#, ["/parts OUT_OF_RANGE parts must have at most 3 elements"]),
            (#"{"marks":{"x":12}}"#, ["/marks/x OUT_OF_RANGE marks.x must be 0 to 9"]),
            (#"{"sent":"yesterday"}"#, ["/sent MALFORMED sent must be a time as in 2026-11-21T03:04:05.678Z"]),
            (#"{"fragile":null}"#, ["/fragile WRONG_TYPE fragile must be true or false"]),
            (#"{"weight":"1"}"#, ["/weight WRONG_TYPE weight must be a number"]),
        ]
    )
    func `every fault of a request is told, each with its place`(text: String, expected: [String]) throws {
        let error = #expect(throws: RPCError.self) { try Parcel(params: read(text)) }
        let found = (error?.violations ?? []).map { "\($0.pointer) \($0.reason) \($0.detail)" }
        for fault in expected { #expect(found.contains(fault), "\(found)") }
    }

    @Test func `a rule between members is looked at once they are right by themselves`() throws {
        struct Span: Message {
            var from = 0
            var to = 0
            mutating func members(_ members: inout Members) {
                members("from", &from, .integer(in: 0...9), "Where it begins.")
                members("to", &to, .integer(in: 0...9), "Where it ends.")
                members.check(from <= to, "to", "must not be below from")
            }
        }
        let error = #expect(throws: RPCError.self) { try Span(params: read(#"{"from":2,"to":1}"#)) }
        #expect(error?.violations.map(\.detail) == ["to must not be below from"])
        let other = #expect(throws: RPCError.self) { try Span(params: read(#"{"from":2}"#)) }
        #expect(other?.violations.map(\.detail) == ["to is required"])
    }

    @Test func `a reply may have wider ranges, and no member less`() throws {
        #expect(Part(try read(#"{"name":"longer than eight","count":100}"#))?.count == 100)
        #expect(Part(try read(#"{"count":1}"#)) == nil)
        #expect(Part(try read(#"{"name":1}"#)) == nil)
        #expect(Part(try read("[]")) == nil)
    }

    @Test func `what is stored may lack members that are new`() throws {
        #expect(Part(stored: try read(#"{"count":3}"#)) == Part(count: 3))
        #expect(Part(stored: try read(#"{"name":1}"#)) == nil)
    }

    @Test func `a small request cannot make an answer of endless faults`() throws {
        struct Many: Message {
            var parts: [Part] = []
            mutating func members(_ members: inout Members) {
                members("parts", &parts, .list(of: .message, count: 0...10_000), "Parts.")
            }
        }
        let text = #"{"parts":[\#(Array(repeating: "{}", count: 5_000).joined(separator: ","))]}"#
        let error = #expect(throws: RPCError.self) { try Many(params: read(text)) }
        #expect(error?.violations.count == 64)
    }

    @Test func `the schema says what the reader takes`() throws {
        var writer = JSONWriter()
        Part.schema.write(to: &writer)
        let expected = """
            {"type":"object","required":["name"],"properties":{\
            "name":{"type":"string","minLength":1,"maxLength":8,"description":"Its name."},\
            "count":{"type":"integer","minimum":1,"maximum":9,"default":1,"description":"How many."}}}
            """
        #expect(String(decoding: writer.bytes, as: UTF8.self) == expected)
    }

    @Test(arguments: ["", "1.", "abc", "01", "1 ", "\"1\"", "NaN"])
    func `a text that is no number of JSON is no number`(text: String) { #expect(ExactNumber(text) == nil) }

    @Test func `a refusal carries what its service says besides, over the wire`() throws {
        let reason = ErrorReason("TOO_MANY", code: 7, status: 409, isFinal: true, "there are too many")
        let refusal = Refusal(reason, "only 3 are left", details: Part(name: "kiwi", count: 3))
        var writer = JSONWriter()
        refusal.error.write(isKeyed: true, to: &writer)
        let back = Refusal(try #require(RPCError(JSONReader().read(writer.bytes))))
        #expect(back.reason == reason && back.reason.status == 409 && back.detail == "only 3 are left")
        #expect(back.details(as: Part.self) == Part(name: "kiwi", count: 3))
    }
}
