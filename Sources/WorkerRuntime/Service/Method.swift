package import Messages
package import WireJSON

/// One method of a service.
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
        /// One that throws must have changed nothing of the state.
        package typealias Write =
            (JSONNode?, inout State, inout WriteContext, inout JSONWriter) throws(RPCError) -> Void
        /// A write whose job comes first; it gets the params and the attachment frames of its request.
        package typealias OffloadingWrite =
            (JSONNode?, [[UInt8]], State, ReadContext) throws(RPCError) -> WriteJob

        /// Work before a read's answer; its conclusion is the read, on a copy of the state of that moment.
        package typealias ReadJob = BackgroundJob<State, ReadContext>
        /// Work before a write; its conclusion is the write.
        ///
        /// It runs like any other write: after everything that was accepted meanwhile, and so on a state that may be
        /// another than the one the work began with.
        package typealias WriteJob = BackgroundJob<State, WriteContext>

        enum Handler {
            case read(Read, isCommitted: Bool)
            case offloadingRead(OffloadingRead)
            case write(Write)
            case offloadingWrite(OffloadingWrite)
        }

        let handler: Handler

        /// Whether it changes anything.
        package var isWrite: Bool {
            switch handler {
            case .read, .offloadingRead: false
            case .write, .offloadingWrite: true
            }
        }

        /// Reads the state with everything accepted so far.
        package static func read(_ body: @escaping Read) -> Body { Body(handler: .read(body, isCommitted: false)) }

        /// Reads the journal: everything accepted before it is committed first.
        package static func readCommitted(_ body: @escaping Read) -> Body {
            Body(handler: .read(body, isCommitted: true))
        }

        /// Reads the state, or says what to do first that would keep the engine's thread too long.
        ///
        /// Such work is not available in a batch: see ``ReadContext/isInBatch``.
        package static func readWithJob(_ body: @escaping OffloadingRead) -> Body {
            Body(handler: .offloadingRead(body))
        }

        /// Changes the state.
        package static func write(_ body: @escaping Write) -> Body { Body(handler: .write(body)) }

        /// Changes the state after work that would keep the engine's thread too long; not available in a batch.
        ///
        /// `body` looks at what can be refused at once, and says what to do. A known key is answered without it.
        package static func writeWithJob(_ body: @escaping OffloadingWrite) -> Body {
            Body(handler: .offloadingWrite(body))
        }
    }

    /// What the contract says about it.
    let definition: MethodDefinition
    /// What it does.
    let body: Body

    /// Creates a method.
    ///
    /// - Parameters:
    ///   - definition: What the contract says about it.
    ///   - body: What it does with the params; it writes exactly one JSON value as its result.
    package init(_ definition: MethodDefinition, _ body: Body) {
        assert(body.isWrite == (definition.kind == .write), "the contract says otherwise of \(definition.name)")
        self.definition = definition
        self.body = body
    }
}

/// What background work mostly does: work of one kind does not wait for that of another.
package enum JobKind: Sendable, Hashable, CaseIterable {
    /// It computes, for some tenths of a second or longer.
    case computing
    /// It waits for a disk, for some milliseconds.
    case reading
}

/// Work of a method that would keep the engine's thread too long.
package struct BackgroundJob<State, Context>: Sendable {
    /// What follows from the work on the engine's thread: it writes one JSON value.
    package typealias Conclusion = @Sendable (inout State, inout Context, inout JSONWriter) throws(RPCError) -> Void

    /// What it mostly does.
    let kind: JobKind
    /// The bytes of memory that it keeps while it waits, as far as they are not the request's own.
    let byteCount: Int
    /// The work; it runs on any thread, beside others, and may block.
    let work: @Sendable () throws(RPCError) -> Conclusion

    /// Creates a job.
    ///
    /// - Parameters:
    ///   - kind: What it mostly does.
    ///   - byteCount: The bytes it keeps while it waits, besides the request's own.
    ///   - work: The work, and what follows from it on the engine's thread. What it throws is the answer.
    package init(
        _ kind: JobKind = .computing,
        byteCount: Int = 0,
        work: @escaping @Sendable () throws(RPCError) -> Conclusion
    ) {
        self.kind = kind
        self.byteCount = byteCount
        self.work = work
    }
}
