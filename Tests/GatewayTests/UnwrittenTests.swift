import ArgumentParser
import Messages
import Testing

@testable import Gateway

@Suite struct UnwrittenTests {
    private static let done = AnsweredWrite(UnfinishedWrite.ID(key: "k1", service: .juice), JuiceMethod.order)

    private func session() throws -> Session {
        Session(Settings(try GlobalOptions.parse(["--lang", "en"]), Environment([:])), arguments: ["gateway"])
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
    ) throws {
        let session = try session()
        if isDone { session.answered.add(Self.done) }
        if isUnknown { session.answered.addUnknown() }
        #expect(session.report(error) == status)
        #expect(session.answered.isEmpty)
    }

    @Test func `a key that no service remembers is not offered`() {
        let id = UnfinishedWrite.ID(key: "k1", service: .juice)
        #expect(Self.done.hasKey)
        #expect(!AnsweredWrite(id, ServiceMethod.drain).hasKey)
        #expect(!AnsweredWrite(id, JuiceMethod.order, hasKey: false).hasKey)
    }
}
