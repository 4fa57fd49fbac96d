import Messages
import Testing
import WireJSON
import WorkerClient

@testable import Gateway
@testable import Terminal

@Suite struct TextsTests {
    private let receipt = JuiceOrderReceipt {
        $0.id = "17"
        $0.juice = "mango-kiwi"
        $0.quantity = 1
        $0.used = [FruitQuantity(fruit: "mango", quantity: 2), FruitQuantity(fruit: "kiwi", quantity: 1)]
        $0.left = [
            FruitLevel(fruit: "kiwi", quantity: 9, version: 2), FruitLevel(fruit: "mango", quantity: 8, version: 2),
        ]
        $0.time = "2026-11-21T03:04:05.678Z"
    }
    private let names = MenuNames(TestMenu.menu)

    @Test func `one of a thing is not many`() {
        #expect(Texts.english("batch_lines", count: "1") == "1 request")
        #expect(Texts.english("batch_lines", count: "1,000") == "1,000 requests")
        #expect(Texts.english("batch_bad", count: "1") == "1 bad line")
        #expect(Texts.english("top_heading", services: 4, interval: "1s").contains("4 services"))
        // What was given as a value stays as it is.
        #expect(Texts.english("context_used", name: "1 shop(s)") == "From now on commands go to 1 shop(s).")
    }

    @Test func `an order is served in Korean`() {
        #expect(
            Texts.korean.lines(receipt, names: names) == [
                "망키 쥬스 나왔습니다! 맛있게 드세요!", "키위 9개 남음, 망고 8개 남음", "주문 17 · 1잔",
            ]
        )
    }

    @Test func `an order is served in English`() {
        #expect(
            Texts.english.lines(receipt, names: names) == [
                "Here is your mango-kiwi juice. Enjoy!", "kiwi 9 left, mango 8 left", "order 17 · 1 glass",
            ]
        )
    }

    private func refusal(_ reason: ErrorReason, _ texts: Texts, changing change: (inout RPCError) -> Void = { _ in })
        -> [String]
    {
        var error = RPCError(reason, "the detail")
        change(&error)
        return texts.lines(.test(.refused(error)), palette: .plain)
    }

    private func shortage(_ error: inout RPCError) {
        error.shortages = [
            .init(kind: "fruit", item: "strawberry", required: 16, available: 10),
            .init(kind: "fruit", item: "banana", required: 2, available: 0),
        ]
    }

    @Test func `a shortage names every short fruit and the command that fills up`() {
        #expect(
            refusal(.insufficientStock, .korean, changing: shortage) == [
                "오류: 재료가 모자라요.",
                "과일    필요  재고",
                "딸기      16    10",
                "바나나     2     0",
                "재고를 채우려면: gateway juice restock strawberry=+6 banana=+2",
            ]
        )
        #expect(
            refusal(.insufficientStock, .english, changing: shortage) == [
                "error: there is not enough fruit",
                "FRUIT       REQUIRED  AVAILABLE",
                "strawberry        16         10",
                "banana             2          0",
                "To restock: gateway juice restock strawberry=+6 banana=+2",
            ]
        )
    }

    @Test func `unknown names are told apart, with what might be meant`() {
        #expect(
            refusal(.unknownFruit, .korean) { $0.suggestions = ["mango", "kiwi"] } == [
                "오류: 해당 과일이 없습니다: 혹시 망고, 키위?"
            ]
        )
        #expect(
            refusal(.unknownJuice, .english) { $0.suggestions = ["mango-kiwi"] } == [
                "error: the detail: did you mean mango-kiwi juice?"
            ]
        )
    }

    @Test(arguments: ErrorReason.suite)
    func `every refusal is one line, in Korean without a word of English or of the wire`(reason: ErrorReason) {
        let error = RPCError(reason, "the detail")
        let lines = Texts.korean.lines(.test(.refused(error), isWrite: false), palette: .plain)
        #expect(lines.count == 1)
        #expect(lines[0].hasPrefix("오류: ") && !lines[0].contains(reason.word))
        #expect(!lines[0].contains("detail") && !lines[0].contains("알 수 없는 오류"))
        #expect(refusal(reason, .english)[0].hasPrefix("error: "))
    }

    @Test func `what passes says when to try again, and what is new keeps its name`() throws {
        #expect(
            refusal(.overloaded, .english) { $0.retryAfterMilliseconds = 50 }
                == ["error: the detail; try again in 50 ms"]
        )
        let ripe = #"{"code":4711,"message":"","data":{"reason":"TOO_RIPE","detail":"it is too ripe"}}"#
        let error = try #require(RPCError(try JSONReader().read(ripe)))
        let lines = Texts.korean.lines(.test(.refused(error), isWrite: false), palette: .plain)
        #expect(lines == ["오류: 거절되었습니다: it is too ripe (TOO_RIPE)"])
    }

    @Test func `a param is named as it was typed`() {
        #expect(
            refusal(.invalidParams, .english) {
                $0.violations = [Violation(path: ["quantity"], reason: .range, detail: "quantity must be 1 to 1000")]
            } == ["error: <quantity> must be 1 to 1000"]
        )
        #expect(
            refusal(.invalidParams, .korean) {
                $0.violations = [
                    Violation(path: ["limit"], reason: .range, detail: "limit must be 1 to 100"),
                    Violation(path: ["levels", "mango"], reason: .type, detail: "levels.mango must be a number"),
                ]
            } == ["오류: --limit: 1에서 100까지여야 합니다; 망고: 수여야 합니다"]
        )
    }

    @Test func `a version that no longer holds shows the levels that do`() {
        let lines = refusal(.versionMismatch, .korean) {
            $0.actualVersion = 12
            $0.levels = [FruitLevel(fruit: "mango", quantity: 7, version: 3)]
        }
        #expect(
            lines == [
                "오류: 그 사이에 재고가 바뀌었습니다.", "과일  수량  버전", "망고     7     3", "지금 재고를 보고 다시 하세요: --expect 12",
            ]
        )
    }

    @Test(arguments: [Texts.korean, .english])
    func `nobody there: the endpoint and how to start it are named`(texts: Texts) {
        let lines = texts.lines(.test(.unreachable, wasSent: false), palette: .plain)
        #expect(lines.count == 1)
        #expect(lines[0].contains("ipc:///run/juice.rpc"))
        #expect(lines[0].contains("deploy/up"))
        #expect(!lines[0].contains("--key"))
    }

    @Test(arguments: [Texts.korean, .english], [CallError.Code.outcomeUnknown, .cancelled, .badReply("x")])
    func `an unknown outcome comes with the command that finds out`(texts: Texts, reason: CallError.Code) {
        #expect(texts.lines(.test(reason), palette: .plain).last == "  gateway juice order mango --key k1")
    }

    @Test func `an unknown outcome without a key has no such command`() {
        let lines = Texts.english.lines(.test(.outcomeUnknown, key: nil, command: nil), palette: .plain)
        #expect(lines.last?.contains("Check the current state") == true)
    }

    @Test func `what the service said last is not kept back`() {
        let failure = CallFailure.test(.outcomeUnknown, lastError: RPCError(.commitUnknown, "the disk is gone"))
        let lines = Texts.english.lines(failure, palette: .plain)
        #expect(lines[1] == "The last answer of the service: the disk is gone")
    }

    @Test func `an interrupted read says nothing`() {
        #expect(Texts.english.lines(.test(.cancelled, isWrite: false), palette: .plain).isEmpty)
    }

    @Test func `a service cannot colour its refusal`() {
        let lines = refusal(.permissionDenied, .english) { $0.suggestions = ["\u{1B}[31m"] }
        #expect(!lines.joined().contains("\u{1B}"))
    }
}
