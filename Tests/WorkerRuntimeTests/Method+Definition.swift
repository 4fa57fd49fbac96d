import Messages
import WorkerEngine

extension Method {
    /// Creates a method that is in no contract; reads are for `read`, and writes for `operate`, if nothing else is said.
    init(_ name: String, _ summary: String, for role: PeerRole? = nil, _ body: Body) {
        let kind = body.isWrite ? MethodKind.write : .read
        self.init(MethodDefinition(name, kind, for: role ?? (body.isWrite ? .operate : .read), summary), body: body)
    }
}
