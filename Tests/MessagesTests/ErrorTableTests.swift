import Messages
import Testing
import WireJSON

@Suite struct ErrorTableTests {
    @Test func `codes and problem types are one to one with reasons`() {
        let all = ErrorReason.suite
        #expect(Set(all.map(\.code)).count == all.count)
        #expect(Set(all.map(\.problemType)).count == all.count)
        #expect(ErrorReason.insufficientStock.problemType == "urn:jangteo:problem:insufficient-stock")
    }

    @Test func `only a key makes an unknown outcome retryable`() {
        for reason in ErrorReason.suite {
            let error = RPCError(reason, "")
            #expect(!error.isRetryable(isKeyed: false) || reason.outcome == .notApplied)
            if reason.outcome == .unknown { #expect(error.isRetryable(isKeyed: true)) }
        }
    }

    @Test(arguments: ErrorReason.suite)
    func `an error says the same after a trip over the wire`(reason: ErrorReason) throws {
        var error = RPCError(reason, "what happened")
        error.violations = [Violation(path: ["changes", "a/b~c"], reason: .range, detail: "d")]
        error.shortages = [StockShortage(kind: "fruit", item: "kiwi", required: 3, available: 2)]
        error.suggestions = ["mango"]
        error.levels = [FruitLevel(fruit: "kiwi", quantity: 2, version: 4)]
        error.actualVersion = 5
        error.firstSequence = 6
        error.retryAfterMilliseconds = 7
        error.position = 8
        error.expected = "a digit"
        error.active = ActiveWorker(rpc: ["tcp://a:7101", "tcp://b:7101"], events: ["tcp://a:7201"])
        var writer = JSONWriter()
        error.write(isKeyed: true, to: &writer)
        let back = try #require(RPCError(JSONReader().read(writer.bytes)))
        #expect(back.code == error.code)
        #expect(back.reason == error.reason)
        #expect(back.outcome == error.outcome)
        #expect(back.isRetryable(isKeyed: true) == error.isRetryable(isKeyed: true))
        #expect(back.violations == error.violations)
        #expect(back.violations.first?.pointer == "/changes/a~1b~0c")
        #expect(back.shortages == error.shortages)
        #expect(back.levels == error.levels)
        #expect(back.suggestions == error.suggestions)
        #expect(back.actualVersion == 5 && back.firstSequence == 6 && back.retryAfterMilliseconds == 7)
        #expect(back.position == 8 && back.expected == "a digit")
        #expect(back.active == error.active)
    }

    @Test(arguments: [ErrorReason.notActive, .behind])
    func `what another worker may do is sent again with or without a key`(reason: ErrorReason) {
        let error = RPCError(reason, "")
        #expect(error.outcome == .notApplied)
        #expect(error.isRetryable(isKeyed: false) && error.isRetryable(isKeyed: true))
        #expect(!error.provesNoEarlierEffect && !error.provesNoLaterEffect)
    }

    @Test(
        arguments: [
            (#"{"rpc":["tcp://a:1"]}"#, ActiveWorker(rpc: ["tcp://a:1"], events: [])),
            (#"{"rpc":"tcp://a:1","events":[5,"tcp://a:2"]}"#, ActiveWorker(rpc: [], events: ["tcp://a:2"])),
            (#"["tcp://a:1"]"#, nil),
        ] as [(String, ActiveWorker?)]
    )
    func `of a strange place of the active only what can be read is taken`(text: String, active: ActiveWorker?) throws {
        let error = #"{"code":-32010,"message":"m","data":{"active":\#(text)}}"#
        #expect(try RPCError(JSONReader().read(error))?.active == active)
    }

    @Test(arguments: [(409, false), (422, true)])
    func `a reason of another service keeps its status and whether it is final`(status: Int, isFinal: Bool) throws {
        let negative = ErrorReason("NEGATIVE", code: 1, status: status, isFinal: isFinal, "it would be negative")
        var writer = JSONWriter()
        RPCError(negative, "it is 3").write(isKeyed: true, to: &writer)
        let text = String(decoding: writer.bytes, as: UTF8.self)
        #expect(text.contains(#""data":{"type":"urn:jangteo:problem:negative","status":\#(status),"#))
        #expect(text.contains(#""final":true"#) == isFinal)
        let back = try #require(RPCError(JSONReader().read(writer.bytes)))
        #expect(back.knownReason == nil && back.status == status && back.outcome == .notApplied)
        #expect(back.provesNoLaterEffect == isFinal && back.provesNoEarlierEffect)
    }

    @Test(
        arguments: [
            (#""status":200"#, 500, false), (#""status":"409""#, 500, false), (#""final":true"#, 500, false),
            (#""status":410,"outcome":"not_applied","final":true"#, 410, true),
        ]
    )
    func `of a strange status and of what is final without a sure outcome nothing is believed`(
        data: String,
        status: Int,
        isFinal: Bool
    ) throws {
        let error = try #require(RPCError(JSONReader().read(#"{"code":5,"message":"m","data":{\#(data)}}"#)))
        #expect(error.status == status && error.provesNoLaterEffect == isFinal)
    }

    @Test func `an error of a newer service is kept as it is`() throws {
        let text = #"{"code":4711,"message":"m","data":{"reason":"NEW_ONE","outcome":"not_applied","retryable":true}}"#
        let error = try #require(RPCError(JSONReader().read(text)))
        #expect(error.reason == "NEW_ONE" && error.knownReason == nil)
        #expect(error.outcome == .notApplied && error.isRetryable(isKeyed: false))
    }

    @Test func `what only the domain of a service knows of an error is handed on as it came`() throws {
        let text = #"{"code":1,"message":"m","data":{"reason":"NEW_ONE","shelf":{"free":[1.50,"é"]},"levels":[]}}"#
        var writer = JSONWriter()
        try #require(RPCError(JSONReader().read(text))).write(isKeyed: false, to: &writer)
        #expect(String(decoding: writer.bytes, as: UTF8.self).contains(#""shelf":{"free":[1.50,"é"]}"#))
    }

    @Test func `an error without data leaves the outcome unknown`() throws {
        let error = try #require(RPCError(JSONReader().read(#"{"code":-32000,"message":"m"}"#)))
        #expect(error.outcome == .unknown && !error.isRetryable(isKeyed: true))
    }
}
