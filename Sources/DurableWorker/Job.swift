public import Messages
internal import WireJSON
internal import WorkerEngine

/// Work of a write that would keep every other call waiting, and the write that follows from it.
///
///     Job(.computing) {
///         let picture = try decode(bytes)           // on any thread, beside other calls
///         return { state, context in … }            // the write, in its turn
///     }
public struct Job<State: ServiceState, Result: Message>: Sendable {
    /// The write that follows: it runs as any other write, on the state as it is then.
    public typealias Conclusion = @Sendable (inout State, inout WriteContext) throws -> Result

    /// What the work mostly does; work of one kind does not wait for that of the other.
    public enum Kind: Sendable {
        /// It computes.
        case computing
        /// It waits, for a disk or for another service.
        case waiting
    }

    let kind: JobKind
    let byteCount: Int
    let work: @Sendable () throws -> Conclusion

    /// Describes the work.
    ///
    /// - Parameters:
    ///   - kind: What it mostly does.
    ///   - byteCount: The bytes of memory that it keeps while it waits for its turn, besides those of the request. When
    ///     all that waits has too many, further requests are refused as `OVERLOADED`.
    ///   - work: The work, which may block. What it throws is the answer.
    public init(_ kind: Kind, byteCount: Int = 0, work: @escaping @Sendable () throws -> Conclusion) {
        self.kind = kind == .computing ? .computing : .reading
        self.byteCount = byteCount
        self.work = work
    }
}

/// Says what a method does that changes something after work of its own.
///
/// A request whose key is known is answered without the work. Such a method is no part of a batch.
///
/// - Parameters:
///   - method: The method.
///   - body: Gets the params, the frames that came with the request, and the state as it is, refuses what can be refused
///     at once, and returns the work.
public func On<State: ServiceState, Params: Message, Result: Message>(
    job method: WriteMethod<Params, Result>,
    does body: @escaping (Params, [[UInt8]], State, inout ReadContext) throws -> Job<State, Result>
) -> Method<State> {
    let declaration = method.declaration
    return Method(declaration: declaration) { store in
        .writeWithJob { (params, frames, _, context) throws(RPCError) in
            let access = StateAccess(context.store, isWrite: false)
            let added = AddedFiles()
            var own = ReadContext(context, files: Files(store: store, added: added))
            let job = try Outcome.of(declaration, access: access) {
                try body(Params(params: params), frames, State(access), &own)
            }
            return BackgroundJob(job.kind, byteCount: job.byteCount) { () throws(RPCError) in
                let conclusion = try Outcome.of(declaration) { try job.work() }
                return { (_, context, result) throws(RPCError) in
                    try write(as: declaration, in: &context, into: &result) { state, own in
                        try conclusion(&state, &own)
                    }
                    // Other workers of the stream then have them before the rows.
                    for file in added.all { context.name(file) }
                }
            }
        }
    }
}
