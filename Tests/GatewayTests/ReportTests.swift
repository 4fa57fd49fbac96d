import Messages
import Testing
import WireJSON
import WorkerClient

@testable import Gateway
@testable import Terminal

@Suite struct ReportTests {
    private let reply = CallReply(
        result: Array(#"{"name":"juice-service"}"#.utf8),
        attachments: [],
        meta: ReplyMeta(source: "/juice-service", epoch: "e", sequence: 4),
        roundTrip: .microseconds(1_234),
        sends: 1
    )

    private func fanout(_ results: [Result<CallReply, CallFailure>], _ texts: Texts = .english) -> FanoutReport {
        FanoutReport(answers: results.map { .init(service: .juice, result: $0) }, texts: texts)
    }

    @Test func `every target has a row, whatever became of it`() {
        let report = fanout([
            .success(reply),
            .failure(.test(.refused(RPCError(.methodNotFound, "no such method: x")), isWrite: false)),
            .failure(.test(.unreachable, isWrite: false)),
            .failure(.test(.outcomeUnknown)),
        ])
        #expect(
            report.table.lines(.plain) == [
                "SERVICE  RESULT           LATENCY  DETAIL",
                #"juice    ok               1.23 ms  {"name":"juice-service"}"#,
                "juice    error                     METHOD_NOT_FOUND: no such method: x",
                "juice    no answer                 ipc:///run/juice.rpc",
                "juice    outcome unknown           ipc:///run/juice.rpc",
            ]
        )
    }

    @Test func `a fan-out is one JSON document with every target`() throws {
        let report = fanout([
            .success(reply), .failure(.test(.refused(RPCError(.unavailable, "draining")), isWrite: false)),
            .failure(.test(.timedOut, isWrite: false)), .failure(.test(.outcomeUnknown)),
        ])
        let root = try JSONReader().read(report.document(method: "service.ping", key: "K"))
        let targets = try #require(root["targets"])
        #expect(root["method"]?.string == "service.ping")
        #expect(root["idempotencykey"]?.string == "K")
        #expect(targets.elements.map { $0["status"]?.string } == ["ok", "error", "no_answer", "outcome_unknown"])
        #expect(targets[0]?["result"]?["name"]?.string == "juice-service")
        #expect(targets[0]?["meta"]?["sequence"]?.integer == 4)
        #expect(targets[1]?["error"]?["data"]?["reason"]?.string == "UNAVAILABLE")
        #expect(targets[2]?["error"]?["data"]?["reason"]?.string == "NO_ANSWER")
        #expect(targets[3]?["error"]?["data"]?["outcome"]?.string == "unknown")
    }

    @Test func `writes in doubt share one command that finds out`() {
        let failure = CallFailure.test(.outcomeUnknown, command: "gateway fanout x --key K")
        let report = fanout([.failure(failure), .failure(failure), .success(reply)])
        let lines = report.notes(.plain)
        #expect(lines.filter { $0.contains("--key K") } == ["  gateway fanout x --key K"])
        #expect(lines.filter { $0.contains("no answer says") }.count == 2)
    }

    @Test func `the exit status counts answers, not only successes`() {
        let ok = FanOut.Answer<Int>(service: .juice, result: .success(1))
        let refused = FanOut.Answer<Int>(service: .juice, result: .failure(.test(.refused(RPCError(.unavailable, "")))))
        let silent = FanOut.Answer<Int>(service: .juice, result: .failure(.test(.unreachable)))
        let doubtful = FanOut.Answer<Int>(service: .juice, result: .failure(.test(.outcomeUnknown)))
        #expect(FanOut.status([ok, ok]) == .ok)
        #expect(FanOut.status([ok, silent]) == .incomplete)
        #expect(FanOut.status([refused, silent]) == .incomplete)
        #expect(FanOut.status([silent, silent]) == .unreachable)
        #expect(FanOut.status([ok, doubtful]) == .outcomeUnknown)
        #expect(FanOut.status([ok, ok]) { $0 == 2 } == .incomplete)
    }

    private func status(_ checks: [HealthReport.Check]) -> ServiceStatus {
        ServiceStatus(
            health: HealthReport(checks: checks),
            identity: ServiceIdentity(name: "juice-service", id: "i", version: "0.1.0"),
            sequence: 1_042,
            epoch: "e",
            stream: nil,
            latency: .microseconds(350)
        )
    }

    @Test func `status says why a service does not serve`() throws {
        let report = StatusReport(
            answers: [
                .init(service: .juice, result: .success(status([.init(name: "storage", isOK: true, detail: "ok")]))),
                .init(
                    service: .juice,
                    result: .success(status([.init(name: "storage", isOK: false, detail: "the disk is full")]))
                ),
                .init(service: .juice, result: .failure(.test(.unreachable, isWrite: false))),
            ],
            texts: .english
        )
        #expect(
            report.table.lines(.plain) == [
                "SERVICE  VERSION  SEQUENCE  LATENCY  STATE",
                "juice    0.1.0        1042  0.35 ms  SERVING",
                "juice    0.1.0        1042  0.35 ms  NOT_SERVING (storage: the disk is full)",
                "juice                                no answer",
            ]
        )
        let services = try #require(try JSONReader().read(report.document)["services"])
        #expect(services.elements.map { $0["state"]?.string } == ["SERVING", "NOT_SERVING", "NO_ANSWER"])
        #expect(services[1]?["checks"]?[0]?["detail"]?.string == "the disk is full")
        #expect(report.notes(.plain).count == 1)
    }

    @Test func `status has a row for each worker of a service`() throws {
        let report = StatusReport(
            answers: [
                .init(service: .juice, endpoint: "tcp://a:1", result: .success(status([]))),
                .init(service: .juice, endpoint: "tcp://b:1", result: .failure(.test(.unreachable, isWrite: false))),
                .init(service: .calc, endpoint: "tcp://a:2", result: .success(status([]))),
            ],
            texts: .english
        )
        #expect(
            report.table.lines(.plain) == [
                "SERVICE          VERSION  SEQUENCE  LATENCY  STATE",
                "juice tcp://a:1  0.1.0        1042  0.35 ms  SERVING",
                "juice tcp://b:1                              no answer",
                "calc             0.1.0        1042  0.35 ms  SERVING",
            ]
        )
        let services = try #require(try JSONReader().read(report.document)["services"])
        #expect(services.elements.map { $0["endpoint"]?.string } == ["tcp://a:1", "tcp://b:1", nil])
    }

    @Test func `the document of a failure names the key and the command that finds out`() throws {
        let document = try JSONReader().read(CallFailure.test(.outcomeUnknown).document)
        #expect(document["error"]?["data"]?["reason"]?.string == "OUTCOME_UNKNOWN")
        #expect(document["error"]?["data"]?["outcome"]?.string == "unknown")
        #expect(document["error"]?["data"]?["retryable"]?.boolean == true)
        #expect(document["idempotencykey"]?.string == "k1")
        #expect(document["command"]?.string == "gateway juice order mango --key k1")
    }

    @Test func `the document of a refusal is the service's own error`() throws {
        var error = RPCError(.unknownFruit, "no fruit is called mongo")
        error.suggestions = ["mango"]
        let document = try JSONReader().read(CallFailure.test(.refused(error)).document)
        #expect(document["error"]?["code"]?.integer == 1_101)
        #expect(document["error"]?["data"]?["suggestions"]?[0]?.string == "mango")
        #expect(document["command"] == nil)
    }

    @Test func `a reply is written whole for programs`() {
        #expect(
            String(decoding: CallCommand.document(reply), as: UTF8.self)
                == #"{"jsonrpc":"2.0","result":{"name":"juice-service"},"meta":{"source":"/juice-service","epoch":"e","sequence":4}}"#
        )
    }

    @Test func `the menu shows what can be made now`() {
        let lines = JuiceMenuCommand.table(of: TestMenu.menu, in: .korean).lines(.plain)
        #expect(lines[0] == "번호  쥬스         키                 주문 가능  재료")
        #expect(lines[1] == "   1  딸바 쥬스    strawberry-banana          3  딸기 10 + 바나나 1")
    }

    @Test func `the stock shows fruit, quantity and version`() {
        let stock = JuiceStockResult(fruits: [FruitLevel(fruit: "mango", quantity: 7, version: 2)], version: 4)
        let lines = JuiceStockCommand.table(of: stock, names: MenuNames(TestMenu.menu), in: .english).lines(.plain)
        #expect(lines == ["    FRUIT  QUANTITY  VERSION", "🥭  mango         7        2"])
    }
}
