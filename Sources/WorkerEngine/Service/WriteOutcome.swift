internal import Journal
internal import Messages
internal import WireJSON

/// `service.outcome`: what became of a caller's own write, by its idempotency key, without doing it.
enum WriteOutcome {
    /// The method.
    ///
    /// As a read of the journal it is answered after everything accepted before it was committed, so no key that this
    /// service has taken is missed because its batch is still open.
    static var method: RegisteredMethod {
        RegisteredMethod(
            definition: ServiceMethod.outcome,
            handler: .readCommitted { params, context, result throws(RPCError) in
                try answer(ServiceOutcomeParams(params: params), in: context).write(to: &result)
            }
        )
    }

    private static func answer(
        _ params: ServiceOutcomeParams,
        in context: ReadContext
    ) throws(RPCError) -> ServiceOutcomeResult {
        let found = try context.readingJournal { journal throws(StorageError) -> ServiceOutcomeResult? in
            guard let stored = try journal.storedReply(forKey: context.peer.storedKey(params.idempotencyKey)),
                let entry = try journal.entry(stored.number)
            else { return nil }
            return .applied(method: entry.method, result: stored.result, sequence: stored.sequence)
        }
        if let found { return found }
        // Only who decides writes knows of all of them.
        try context.store.requireTurn()
        return .unknown
    }
}
