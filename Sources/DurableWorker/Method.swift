internal import Journal
public import Messages
internal import StoredFiles
internal import WireJSON
internal import WorkerEngine

/// One method of a service with what it does; ``On(_:does:)`` makes it.
public struct Method<State: ServiceState> {
    let declaration: MethodDeclaration
    /// Makes the body over the files of the service.
    let body: (FileStore?) -> WorkerEngine.Method<Void>.Body
}

/// Says what a method does that changes nothing.
///
/// - Parameters:
///   - method: The method.
///   - body: Gets the params and the state with everything accepted so far, and returns the result. What it throws
///     is the answer: a ``Refusal`` for an error that the method declares as it is, and anything else as `INTERNAL`,
///     with the error in the log.
public func On<State: ServiceState, Params: Message, Result: Message>(
    _ method: ReadMethod<Params, Result>,
    does body: @escaping @Sendable (Params, State, inout ReadContext) throws -> Result
) -> Method<State> {
    Method(declaration: method.declaration) { store in
        let files = Files(store: store)
        @Sendable func answer(
            to params: Params,
            in context: inout WorkerEngine.ReadContext,
            into result: inout JSONWriter
        ) throws(RPCError) -> [FileHash] {
            let access = StateAccess(context.store, isWrite: false)
            var own = ReadContext(context, files: files)
            let outcome = try Outcome.of(method.declaration, access: access) {
                try body(params, State(access), &own)
            }
            context = own.base
            outcome.write(to: &result)
            return own.attached
        }
        guard store != nil else {
            return .read { (params, _, context, result) throws(RPCError) in
                _ = try answer(to: Params(params: params), in: &context, into: &result)
            }
        }
        return .readWithJob { (params, _, context, result) throws(RPCError) in
            let params = try Params(params: params)
            var (trial, draft) = (context, JSONWriter())
            let names = try answer(to: params, in: &trial, into: &draft)
            guard !names.isEmpty, !context.isInBatch else {
                context = trial
                result.raw(draft.bytes)
                return nil
            }
            return BackgroundJob(.reading) { () throws(RPCError) in
                let found = try names.map { name throws(RPCError) in try files.bytes(of: name) }
                return { (_, context, result) throws(RPCError) in
                    // The answer says that it is true at the present position.
                    let present = try answer(to: params, in: &context, into: &result)
                    for (index, name) in present.enumerated() {
                        context.attach(present == names ? found[index] : try files.bytes(of: name))
                    }
                }
            }
        }
    }
}

/// Says what a method does that changes something.
///
/// - Parameters:
///   - method: The method.
///   - body: Gets the params and the state with everything accepted so far, changes the state, and returns the result.
///     All of it becomes durable together with the events, or nothing does. What it throws is the answer, as with a
///     read, and then it has changed nothing.
public func On<State: ServiceState, Params: Message, Result: Message>(
    _ method: WriteMethod<Params, Result>,
    does body: @escaping (Params, inout State, inout WriteContext) throws -> Result
) -> Method<State> {
    Method(declaration: method.declaration) { _ in
        .write { (params, _, context, result) throws(RPCError) in
            try write(as: method.declaration, in: &context, into: &result) { state, own in
                try body(Params(params: params), &state, &own)
            }
        }
    }
}

/// Runs the body of a write, and takes what it leaves behind.
func write<State: ServiceState, Result: Message>(
    as method: MethodDeclaration,
    in context: inout WorkerEngine.WriteContext,
    into result: inout JSONWriter,
    by body: (inout State, inout WriteContext) throws -> Result
) throws(RPCError) {
    let access = StateAccess(context.store)
    var own = WriteContext(id: context.id, time: context.time, caller: Caller(context.peer))
    var state = State(access)
    let outcome = try Outcome.of(method, access: access) {
        let outcome = try body(&state, &own)
        if let other = own.events.first(where: { event in !method.events.contains { $0.type == event.type } }) {
            throw RPCError(.internal, "\(method.definition.name) does not declare the event \(other.type)")
        }
        return outcome
    }
    own.publish(in: &context)
    outcome.write(to: &result)
}

/// What comes of a body.
enum Outcome {
    /// Runs a body, and makes an answer of what it throws.
    static func of<Result>(
        _ method: MethodDeclaration,
        access: StateAccess? = nil,
        body: () throws -> Result
    ) throws(RPCError) -> Result {
        let error: any Error
        do {
            let result = try body()
            // The store has failed in a place that has no way to throw.
            if let fault = access?.fault { throw fault }
            return result
        } catch let thrown {
            error = access?.fault ?? thrown
        }
        switch error {
        case let error as RPCError: throw error
        case let refusal as Refusal where method.errors.contains(refusal.reason): throw refusal.error
        // The engine logs it, and does not tell the caller.
        default: throw RPCError(.internal, "\(error)")
        }
    }
}
