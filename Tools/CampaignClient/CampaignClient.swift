// Orders from juice-service without end, through the same client as the gateway, and writes down what came of each call.
//
//     CampaignClient ENDPOINTS SEED CALLERS RECORD [PAUSE]
//
// ENDPOINTS are those of all workers, with commas between them; PAUSE is how many milliseconds a caller waits between two calls.
// SIGTERM has it stop asking for new things, find out what it does not know yet, and end. What a line of the record says
// is in Tests/Campaign/records.py.

import Glibc
import Messages
import Synchronization
import WorkerClient
import ZeroMQ

@main
enum CampaignClient {
    /// Set by a signal: nothing new is asked for any more.
    static let isSettling = Atomic(false)
    /// How long everything may take to settle, once all faults are over.
    private static let settlingTime = Duration.seconds(60)

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard (5...6).contains(arguments.count), let seed = UInt64(arguments[2]), let callers = Int(arguments[3]),
            let pause = arguments.count > 5 ? Int(arguments[5]) : 0
        else {
            throw CampaignUsage()
        }
        signal(SIGTERM) { _ in CampaignClient.isSettling.store(true, ordering: .relaxed) }
        signal(SIGPIPE, SIG_IGN)
        let recorder = try CallRecorder(path: arguments[4])
        let address = ServiceAddress(service: .juice, rpc: arguments[1], events: "")
        try await ZMQNode.withNode(name: "campaign") { node in
            try await WorkerClient.withClient(address, on: node) { client in
                await withTaskGroup { group in
                    for number in 0..<callers {
                        group.addTask {
                            var caller = CampaignCaller(
                                name: "swift-\(number)",
                                client: client,
                                recorder: recorder,
                                pause: .milliseconds(pause),
                                seed: seed &* 1_000 &+ UInt64(number)
                            )
                            await caller.run(settlingTime: settlingTime)
                        }
                    }
                }
            }
        }
        recorder.close()
    }
}

struct CampaignUsage: Error, CustomStringConvertible {
    let description = "usage: CampaignClient ENDPOINTS SEED CALLERS RECORD [PAUSE]"
}
