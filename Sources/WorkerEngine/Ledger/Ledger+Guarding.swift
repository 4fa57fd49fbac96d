internal import Journal
internal import Messages
internal import WireJSON

/// What a guarded service must leave behind, besides its state: see ``WorkerService/isGuarded``.
extension Ledger {
    /// Looks at what a write has left behind, and has the positions of its subjects kept.
    ///
    /// - Throws: ``RPCError`` `INTERNAL`; nothing of the write is then done.
    func guardWrite(_ context: inout WriteContext, result: [UInt8], of method: String) throws(RPCError) {
        try requireJSON(result.span, as: "a result", of: method)
        if let stored = context.storedResult { try requireJSON(stored.span, as: "a stored result", of: method) }
        let events = context.drafts.events
        guard !events.items.isEmpty else { return }
        var kept = Set(context.drafts.levels.map(\.item))
        for event in events.items {
            if let fault = EventTopic.fault(type: event.type, subject: event.subject, of: service.name) {
                throw self.fault("has an event \(fault)", of: method)
            }
            try requireJSON(events.data.span.extracting(event.data), as: "an event with data", of: method)
            // Its first version has no change, as the check of a store counts it.
            let position = Level(item: event.subject, quantity: 0, version: 0)
            if kept.insert(event.subject).inserted { context.drafts.levels.append(position) }
        }
    }

    /// Refuses what is not exactly one JSON value, or could not be read back from the store.
    func requireJSON(_ bytes: Span<UInt8>, as name: String, of method: String) throws(RPCError) {
        do throws(JSONError) { _ = try ownReader.read(bytes) } catch {
            throw fault("has \(name) that is not one JSON value: \(error)", of: method)
        }
    }
}
