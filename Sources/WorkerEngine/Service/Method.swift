package import Messages
internal import Synchronization
package import WireJSON

package struct Method<State> {
    /// What a method does: it reads or writes, and may hand what takes long to a ``BackgroundJob``.
    package struct Body {
        /// A read: it gets the params and the state with everything accepted so far, and writes one JSON value.
        package typealias Read = (JSONNode?, State, inout ReadContext, inout JSONWriter) throws(RPCError) -> Void
        /// A read that has written its result when it returns `nil`.
        package typealias OffloadingRead =
            (JSONNode?, State, inout ReadContext, inout JSONWriter) throws(RPCError) -> ReadJob?
        /// A write: as a read, but it changes the state.
        ///
        /// One that throws must have changed nothing of the state, unless its service is guarded.
        package typealias Write =
            (JSONNode?, inout State, inout WriteContext, inout JSONWriter) throws(RPCError) -> Void
        /// A write whose job comes first; it gets the params and the attachment frames of its request.
        package typealias OffloadingWrite =
            (JSONNode?, [[UInt8]], State, ReadContext) throws(RPCError) -> WriteJob

        /// Work before a read's answer; its conclusion is the read, on a copy of the state of that moment.
        package typealias ReadJob = BackgroundJob<JobConclusion<State, ReadContext>>
        /// Work before a write; its conclusion is the write.
        ///
        /// It runs like any other write: after everything that was accepted meanwhile, and so on a state that may be
        /// another than the one the work began with.
        package typealias WriteJob = BackgroundJob<JobConclusion<State, WriteContext>>

        /// Whether it changes anything.
        package let isWrite: Bool
        /// What it does to the state in a cell.
        let handler: (StateCell<State>) -> MethodHandler

        /// Reads the state with everything accepted so far.
        package static func read(_ body: @escaping Read) -> Body {
            Body(isWrite: false) { state in .read(reading(state, by: body)) }
        }

        /// Reads the journal: everything accepted before it is committed first.
        package static func readCommitted(_ body: @escaping Read) -> Body {
            Body(isWrite: false) { state in .readCommitted(reading(state, by: body)) }
        }

        private static func reading(_ state: StateCell<State>, by body: @escaping Read) -> MethodHandler.Read {
            { (params, context, result) throws(RPCError) in try body(params, state.value, &context, &result) }
        }

        /// Reads the state, or says what to do first that would keep the engine's thread too long.
        ///
        /// Such work is not available in a batch: see ``ReadContext/isInBatch``.
        package static func readWithJob(_ body: @escaping OffloadingRead) -> Body {
            Body(isWrite: false) { state in
                .offloadingRead { (params, context, result) throws(RPCError) in
                    try body(params, state.value, &context, &result)?.map { conclusion in
                        .read { (_, context, result) throws(RPCError) in
                            var value = state.value
                            try conclusion.body(&value, &context, &result)
                        }
                    }
                }
            }
        }

        package static func write(_ body: @escaping Write) -> Body {
            Body(isWrite: true) { state in
                .write { (params, context, result) throws(RPCError) in
                    try body(params, &state.value, &context, &result)
                }
            }
        }

        /// Changes the state after work that would keep the engine's thread too long; not available in a batch.
        ///
        /// `body` looks at what can be refused at once, and says what to do. A known key is answered without it.
        package static func writeWithJob(_ body: @escaping OffloadingWrite) -> Body {
            Body(isWrite: true) { state in
                .offloadingWrite { (params, frames, context) throws(RPCError) in
                    try body(params, frames, state.value, context).map { conclusion in
                        .write { (_, context, result) throws(RPCError) in
                            try conclusion.body(&state.value, &context, &result)
                        }
                    }
                }
            }
        }
    }

    /// What the contract says about it.
    let definition: MethodDefinition
    /// What it does.
    let body: Body

    /// - Parameters:
    ///   - definition: What the contract says about it.
    ///   - body: What it does with the params; it writes exactly one JSON value as its result.
    package init(_ definition: MethodDefinition, body: Body) {
        assert(body.isWrite == (definition.kind == .write), "the contract says otherwise of \(definition.name)")
        self.definition = definition
        self.body = body
    }
}

/// What the engine calls for a method, with the state behind its closure; the cases say what ``Method/Body`` says.
enum MethodHandler {
    typealias Read = (JSONNode?, inout ReadContext, inout JSONWriter) throws(RPCError) -> Void
    typealias Write = (JSONNode?, inout WriteContext, inout JSONWriter) throws(RPCError) -> Void
    typealias OffloadingRead = (JSONNode?, inout ReadContext, inout JSONWriter) throws(RPCError) -> Job?
    typealias OffloadingWrite = (JSONNode?, [[UInt8]], ReadContext) throws(RPCError) -> Job
    typealias Job = BackgroundJob<Conclusion>

    case read(Read)
    case readCommitted(Read)
    case offloadingRead(OffloadingRead)
    case write(Write)
    case offloadingWrite(OffloadingWrite)

    /// What follows from a job.
    enum Conclusion {
        case read(Read)
        case write(Write)
    }

    /// Whether everything accepted before has to be committed first.
    var readsCommitted: Bool { if case .readCommitted = self { true } else { false } }
    /// Whether it is no part of a batch.
    var isOffloadingWrite: Bool { if case .offloadingWrite = self { true } else { false } }
}

/// A method as the engine knows it.
struct RegisteredMethod {
    let definition: MethodDefinition
    let handler: MethodHandler
}

/// What background work mostly does: work of one kind does not wait for that of another.
package enum JobKind: Sendable, Hashable, CaseIterable {
    /// It computes, for some tenths of a second or longer.
    case computing
    /// It waits for a disk, for some milliseconds.
    case reading
    /// It reads the whole store, for seconds or minutes: no call may wait for that.
    case checking
}

/// What follows from a call's background work on the engine's thread.
///
/// A value, because Swift 6.3.1 cannot compile a function with a typed error in the place of a generic parameter.
package struct JobConclusion<State, Context>: Sendable {
    package typealias Body = @Sendable (inout State, inout Context, inout JSONWriter) throws(RPCError) -> Void

    let body: Body
}

/// Work that would keep the engine's thread too long, and what follows from it there.
package struct BackgroundJob<Conclusion> {
    /// What it mostly does.
    package let kind: JobKind
    /// The bytes of memory that it keeps while it waits, as far as they are not the request's own.
    let byteCount: Int
    /// Does the work; on any thread, next to other work.
    package let work: @Sendable () -> Void
    /// What follows from the work, for the engine's thread; throws what the work has thrown.
    let conclusion: () throws(RPCError) -> Conclusion

    /// - Parameters:
    ///   - kind: What it mostly does.
    ///   - byteCount: The bytes it keeps while it waits, besides the request's own.
    ///   - work: The work, which may block; it returns what follows from it. What it throws is the answer.
    package init(
        _ kind: JobKind = .computing,
        byteCount: Int = 0,
        work: @escaping @Sendable () throws(RPCError) -> Conclusion
    ) where Conclusion: Sendable {
        let outcome = Mutex<Result<Conclusion, RPCError>?>(nil)
        self.init(kind: kind, byteCount: byteCount) {
            let result = Result(catching: work)
            outcome.withLock { $0 = result }
        } conclusion: { () throws(RPCError) in
            guard let result = outcome.withLock({ $0 }) else { throw RPCError(.unavailable, "the service is ending") }
            return try result.get()
        }
    }

    private init(
        kind: JobKind,
        byteCount: Int,
        work: @escaping @Sendable () -> Void,
        conclusion: @escaping () throws(RPCError) -> Conclusion
    ) {
        self.kind = kind
        self.byteCount = byteCount
        self.work = work
        self.conclusion = conclusion
    }

    /// - Parameters:
    ///   - kind: What it mostly does.
    ///   - byteCount: The bytes it keeps while it waits, besides the request's own.
    ///   - work: The work, which may block; it returns what writes one JSON value on the engine's thread.
    package init<State, Context>(
        _ kind: JobKind = .computing,
        byteCount: Int = 0,
        work: @escaping @Sendable () throws(RPCError) -> JobConclusion<State, Context>.Body
    ) where Conclusion == JobConclusion<State, Context> {
        self.init(kind, byteCount: byteCount) { () throws(RPCError) in JobConclusion(body: try work()) }
    }

    /// The same work with another conclusion, which is made of its own on the engine's thread.
    func map<Other>(_ transform: @escaping (Conclusion) -> Other) -> BackgroundJob<Other> {
        BackgroundJob<Other>(kind: kind, byteCount: byteCount, work: work) { () throws(RPCError) in
            transform(try conclusion())
        }
    }
}
