import DurableWorkerClient
import Messages
import TestKit
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ServiceClientTests {
    private let add = WriteMethod("shelf.add", "Adds.", params: Nothing.self, result: Nothing.self)
    private let get = ReadMethod("shelf.get", "Reads.", params: Nothing.self, result: Nothing.self)

    @Test func `a write sends its attachments, and a read returns those of the answer`() async throws {
        let directory = try TemporaryDirectory()
        let endpoint = "ipc://\(directory.path)/shelf.rpc"
        try await ServiceClient.with(.endpoints("shelf", rpc: endpoint)) { shelf in
            try await ScriptedPeer.withPeer(at: endpoint) { peer in
                async let added = shelf.call(add, key: "k", attachments: [[1], [], [2, 3]], timeout: .seconds(30))
                var request = try await peer.next()
                #expect(request.attachments == [[1], [], [2, 3]])
                await peer.answer(request, result: "{}")
                _ = try await added
                async let reply = shelf.reply(to: get, timeout: .seconds(30))
                request = try await peer.next()
                await peer.answer(request, result: "{}", attachments: [[9], []])
                #expect(try await reply.attachments == [[9], []])
            }
        }
    }

    @Test func `an attachment that is too large is refused before it is sent`() async throws {
        try await ServiceClient.with(.endpoints("shelf", rpc: "ipc:///nowhere/shelf.rpc")) { shelf in
            let failure = await #expect(throws: CallFailure.self) {
                try await shelf.call(add, attachments: [[UInt8](repeating: 0, count: 1 << 20 + 1)])
            }
            #expect(failure?.code == .tooLarge)
        }
    }
}
