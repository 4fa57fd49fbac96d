import Journal
import Messages
import TestKit
import WireJSON
import WorkerEngine
import ZeroMQ

/// A service whose author knows the rules only as far as the engine holds them: what it does is given to it.
struct StrangerService: WorkerService {
    typealias State = [String: Int]

    let name: ServiceName = "stranger"
    let summary = "Does as it is asked."
    let openRPC = Array("{}".utf8)
    let isGuarded = true
    let loadsLevels: Bool
    let tables: TableSchema
    let methods: [Method<State>]

    init(loadsLevels: Bool = true, tables: TableSchema = .none, methods: [Method<State>] = [], write: @escaping Write) {
        self.loadsLevels = loadsLevels
        self.tables = tables
        let get = Method<State>(
            "stranger.get",
            "What it has.",
            .read { _, state, _, result in
                result.string(state.map { "\($0.key)\($0.value)" }.sorted().joined(separator: " "))
            }
        )
        self.methods = methods + [get, Method("stranger.write", "Writes.", .write(write))]
    }

    typealias Write = Method<State>.Body.Write

    func state(from levels: [Level]) -> State { [:] }
}

extension IterationBench<StrangerService> {
    /// Asks it to write.
    static func call(_ text: String, method: String = "stranger.write") -> String {
        #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{"text":"\#(text)"}}"#
    }

    /// A text as a message.
    static func message(_ text: String) -> ZMQMultipart { ZMQMultipart(Array("peer".utf8), [], Array(text.utf8)) }

    /// What it has.
    func state() throws -> String? { try one(Self.call("", method: "stranger.get"))?.result?.string }
}
