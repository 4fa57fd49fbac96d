import Foundation
import ZeroMQ

/// One socket of this library in a program of its own, for tests with other implementations of ZMTP.
@main
struct InteropPeer {
    static func main() async {
        do {
            let job = try Job(Array(CommandLine.arguments.dropFirst()))
            try await ZMQNode.withNode(name: "peer") { node in
                try await node.run { try await run(job, $0) }
            }
            say("done")
        } catch {
            say("failed \(error)")
            exit(1)
        }
    }

    static func run(_ job: Job, _ node: ZMQNode) async throws {
        let authenticator = try node.makeAuthenticator { handshake in
            guard let client = job.client else { return .admitted(userID: "anybody") }
            return handshake.credentials == .curve(client) ? .admitted(userID: "client") : .refused
        }
        defer { authenticator.close() }
        try await Peer(job: job, node: node).run()
    }

    /// A line for the test that reads along.
    static func say(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }
}
