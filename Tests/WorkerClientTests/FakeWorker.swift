import Messages
import TestKit

/// A worker of a service that answers by a rule, and remembers what it was asked.
actor FakeWorker {
    enum Answer {
        case result(String, at: StreamMarker? = nil)
        case refusal(RPCError, at: StreamMarker? = nil)
        case silence
    }

    typealias Rule = @Sendable (ScriptedPeer.Request) -> Answer

    private let rule: Rule
    private var requests: [ScriptedPeer.Request] = []

    init(_ rule: @escaping Rule) {
        self.rule = rule
    }

    /// What it was asked of a method, in its order.
    func requests(of method: String) -> [ScriptedPeer.Request] {
        requests.filter { $0.method == method }
    }

    /// Answers until the task is cancelled.
    func serve(_ peer: ScriptedPeer) async {
        while let request = try? await peer.next() {
            requests.append(request)
            switch rule(request) {
            case .result(let result, let position): await peer.answer(request, result: result, at: position)
            case .refusal(let error, let position): await peer.refuse(request, error, at: position)
            case .silence: break
            }
        }
    }
}
