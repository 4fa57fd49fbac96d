import ArgumentParser
import Messages
import Platform
import ServiceContexts
import Testing
import WorkerClient

@testable import Gateway
@testable import Terminal

@Suite struct UnwrittenTests {
    private static let done = AnsweredWrite(
        OutboxEntry.ID(key: "k1", service: .juice),
        of: JuiceMethod.order.name,
        result: Array("{}".utf8)
    )

    private func session() throws -> Session {
        Session(Settings(try GlobalOptions.parse(["--lang", "en"]), in: Environment([:])), arguments: ["gateway"])
    }

    @Test(
        arguments: [
            (OutputError.closed, false, false, ExitReason.ok),
            (OutputError.failed(28), false, false, .unwritten),
            (OutputError.closed, true, false, .unwritten),
            (OutputError.failed(28), true, false, .unwritten),
            (OutputError.closed, false, true, .outcomeUnknown),
            (OutputError.failed(28), true, true, .outcomeUnknown),
            (UsageError("no"), false, false, .usage),
            (UsageError("no"), true, false, .unwritten),
            (CallFailure.test(.badReply(""), isWrite: false), true, false, .unwritten),
            (CallFailure.test(.outcomeUnknown), true, true, .outcomeUnknown),
        ] as [(any Error, Bool, Bool, ExitReason)]
    )
    func `no write that was done or is in doubt is told as refused`(
        error: any Error,
        isDone: Bool,
        isUnknown: Bool,
        status: ExitReason
    ) async throws {
        let session = try session()
        if isDone { session.answered.add(Self.done) }
        if isUnknown { session.answered.addUnknown() }
        #expect(await session.report(error) == status)
        #expect(session.answered.isEmpty)
    }

    @Test func `a secret is found in a result until it is kept elsewhere`() {
        let id = OutboxEntry.ID(key: "k1", service: .market)
        var write = AnsweredWrite(
            id,
            of: MarketMethod.vendorsRegister.name,
            result: Array(#"{"id":1,"secret":"s"}"#.utf8)
        )
        #expect(write.secret == "s")
        write.forgetSecret()
        #expect(write.secret == nil)
        for other in [#"{"id":1,"secret":null}"#, #"{"id":1}"#, "[]", "no JSON"] {
            #expect(AnsweredWrite(id, of: MarketMethod.vendorsRegister.name, result: Array(other.utf8)).secret == nil)
        }
    }

    @Test func `a result without its secret is otherwise the same`() {
        let result = #"{"id":1,"name":"가게","secret":"s","new":[1,{"a":null}]}"#
        let reply = CallReply(result: Array(result.utf8), attachments: [], meta: nil, roundTrip: .zero, sends: 1)
        let expected = #"{"id":1,"name":"가게","secret":null,"new":[1,{"a":null}]}"#
        #expect(String(decoding: reply.resultWithoutSecret, as: UTF8.self) == expected)
    }

    @Test func `a key that no service remembers is not offered`() {
        let id = OutboxEntry.ID(key: "k1", service: .juice)
        #expect(Self.done.hasKey)
        #expect(!AnsweredWrite(id, of: ServiceMethod.drain.name, result: []).hasKey)
        #expect(!AnsweredWrite(id, of: JuiceMethod.order.name, result: [], hasKey: false).hasKey)
    }
}
