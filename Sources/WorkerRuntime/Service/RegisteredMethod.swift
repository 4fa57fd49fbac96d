internal import Messages
internal import WireJSON

/// A method as the engine knows it, with the state behind its closure.
struct RegisteredMethod {
    typealias Read = (JSONNode?, inout ReadContext, inout JSONWriter) throws(RPCError) -> Void
    typealias OffloadingRead = (JSONNode?, inout ReadContext, inout JSONWriter) throws(RPCError) -> PendingJob?
    typealias Write = (JSONNode?, inout WriteContext, inout JSONWriter) throws(RPCError) -> Void
    typealias OffloadingWrite = (JSONNode?, [[UInt8]], ReadContext) throws(RPCError) -> PendingJob

    /// What it does; the cases say what ``Method/Body`` says.
    enum Handler {
        case read(Read)
        case readCommitted(Read)
        case offloadingRead(OffloadingRead)
        case write(Write)
        case offloadingWrite(OffloadingWrite)

        /// Whether everything accepted before has to be committed first.
        var readsCommitted: Bool { if case .readCommitted = self { true } else { false } }
        /// Whether it is no part of a batch.
        var isOffloadingWrite: Bool { if case .offloadingWrite = self { true } else { false } }
    }

    let definition: MethodDefinition
    let handler: Handler
    /// Whether it changes anything.
    let isWrite: Bool

    init(_ definition: MethodDefinition, _ handler: Handler) {
        self.definition = definition
        self.handler = handler
        isWrite = definition.kind == .write
    }

    /// Erases the state of a method.
    init<State>(_ method: Method<State>, on state: StateCell<State>) {
        let handler: Handler =
            switch method.body.handler {
            case .read(let body, let isCommitted):
                Self.read(isCommitted) { (params, context, result) throws(RPCError) in
                    try body(params, state.value, &context, &result)
                }
            case .offloadingRead(let body):
                .offloadingRead { (params, context, result) throws(RPCError) in
                    try body(params, state.value, &context, &result).map { PendingJob($0, on: state) }
                }
            case .write(let body):
                .write { (params, context, result) throws(RPCError) in
                    try body(params, &state.value, &context, &result)
                }
            case .offloadingWrite(let body):
                .offloadingWrite { (params, frames, context) throws(RPCError) in
                    PendingJob(try body(params, frames, state.value, context), on: state)
                }
            }
        self.init(method.definition, handler)
    }

    private static func read(_ isCommitted: Bool, _ body: @escaping Read) -> Handler {
        isCommitted ? .readCommitted(body) : .read(body)
    }
}
