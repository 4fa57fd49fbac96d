import ArgumentParser
import Messages
import Platform
import ServiceContexts
import Testing
import WireJSON

@testable import Gateway
@testable import Terminal

@Suite struct CallArgumentsTests {
    @Test func `the first word of a method names its service`() throws {
        #expect(try CallTarget.service(of: "juice.order", named: nil) == .juice)
        #expect(try CallTarget.service(of: "service.ping", named: .juice) == .juice)
    }

    @Test(arguments: ["service.ping", "rpc.discover", "events.replay"])
    func `a method that every service has needs --to`(method: String) {
        let error = #expect(throws: UsageError.self) { try CallTarget.service(of: method, named: nil) }
        #expect(error?.message.contains("--to") == true)
    }

    @Test func `a mistyped service is told what was meant`() throws {
        let service = try CallTarget.service(of: "jucie.menu", named: nil)
        let settings = Settings(try GlobalOptions.parse(["--run-dir", "/nowhere/run"]), in: Environment([:]))
        let error = #expect(throws: UsageError.self) { try settings.address(of: service) }
        #expect(error?.message.contains("juice") == true)
    }

    @Test func `params lose their blanks and nothing else`() throws {
        let params = try CallParams.parse(Array("{ \"b\": 1.50,\n \"a\": [ ] }".utf8))
        #expect(params.map { String(decoding: $0, as: UTF8.self) } == #"{"b":1.50,"a":[]}"#)
        #expect(try CallParams.parse(nil) == nil)
    }

    @Test(arguments: ["", "{", "[1]", "1", "null", "{\"a\":1,\"a\":2}", "{}x"])
    func `params that are not a JSON object are refused here`(text: String) {
        #expect(throws: UsageError.self) { try CallParams.parse(Array(text.utf8)) }
    }

    @Test(arguments: [
        (["1010"], [ErrorReason.insufficientStock]),
        (["-32601"], [.methodNotFound]),
        (["32601"], [.methodNotFound]),
        (["insufficient_stock"], [.insufficientStock]),
        (["insufficient-stock"], [.insufficientStock]),
        (["FRUIT", "1102"], [.unknownFruit, .unknownJuice]),
        ([], ErrorReason.suite),
    ])
    func `errors are found by code and by a part of the reason`(words: [String], reasons: [ErrorReason]) throws {
        #expect(try ErrorSearch.find(words) == reasons)
    }

    @Test func `a mistyped error is told what was meant`() {
        let error = #expect(throws: UsageError.self) { try ErrorSearch.find(["UNKNOWN_JUCE"]) }
        #expect(error?.message.contains("UNKNOWN_JUICE") == true)
        #expect(throws: UsageError.self) { try ErrorSearch.find(["1010", "4711"]) }
    }

    @Test func `JSON for people has a member or an element per line`() throws {
        let node = try JSONReader().read(#"{"a":[1,{"b":"\u001b"}],"c":{},"d":[],"e":"망고","f":1.50}"#)
        #expect(
            PrettyJSON.text(node) == """
                {
                  "a": [
                    1,
                    {
                      "b": "\\u001b"
                    }
                  ],
                  "c": {},
                  "d": [],
                  "e": "망고",
                  "f": 1.50
                }
                """
        )
    }

    @Test func `JSON for people stays JSON and cannot command the terminal`() throws {
        let node = try JSONReader().read("{\"\u{9B}\":\"\u{7F}\u{202E}\"}")
        let text = PrettyJSON.text(node)
        #expect(text == "{\n  \"\\u009b\": \"\\u007f\\u202e\"\n}")
        #expect(try JSONReader().read(text)["\u{9B}"]?.string == "\u{7F}\u{202E}")
    }
}
