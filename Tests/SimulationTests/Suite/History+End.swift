import Messages
import SimulatedWorker
import ZeroMQPatterns

extension History {
    /// Everything comes to an end: what is in flight, what is unknown, and what subscribers have missed.
    func settle() {
        let limit = world.now + 60 * second
        let isQuiet = world.run(until: limit) { [self] in
            clients.allSatisfy { $0.outstanding == 0 && !$0.isResting } && suite.areUp
        }
        if !isQuiet { world.find("a minute after all was mended calls are in flight, or a service is down") }
        batches.close()
        // A connection that was cut at the last moment may be noticed only now, and would leave a new doubt.
        world.run(until: world.now + 8 * second)
        askAgain()
        let isComplete = world.run(until: world.now + 30 * second) { [self] in
            subscribers.allSatisfy { isAtHead($0) } && hasSeenAll(follower)
        }
        if !isComplete { world.note("a subscriber is not complete") }
    }

    /// Asks with the same key what became of every write whose outcome is not known.
    ///
    /// And one more write of each client must succeed.
    private func askAgain() {
        var open = 0
        let oldest = prunes ? world.now - StoreSettings.shortKeyRetention / 2 * millisecond : 0
        func ask(_ client: SimulatedClient, _ intent: Intent, then: @escaping (CallRecord.Outcome) -> Void) {
            var intent = intent
            intent.timeout = 20 * second
            intent.connectTimeout = 20 * second
            open += 1
            client.call(intent) { outcome in
                open -= 1
                then(outcome)
            }
        }
        for record in ledger.records where record.intent.key != nil && record.start >= oldest {
            guard case .unknown = record.outcome, let client = clients.first(where: { $0.host == record.client }) else {
                continue
            }
            ask(client, record.intent) { [world] outcome in
                if case .unknown = outcome { world.find("\(record.id) is still unknown after all was mended") }
            }
        }
        for client in clients {
            for var intent in [JuiceWorkload.adjust(&world.random), MarketWorkload.admit(&world.random)] {
                intent.key = client.makeKey()
                ask(client, intent) { [world] outcome in
                    switch outcome {
                    case .ok, .notApplied(reason: "QUANTITY_OUT_OF_RANGE"): break
                    default: world.find("client \(client.host) cannot write after all was mended: \(outcome)")
                    }
                }
            }
        }
        let isAnswered = world.run(until: world.now + 30 * second) { open == 0 }
        if !isAnswered { world.find("\(open) questions have no answer half a minute after all was mended") }
    }

    /// So much later that every file which no product names is old, and that a sweep has come by.
    func tidy() {
        world.note("some hours pass")
        world.wallSkew = world.furthestSkew
        // A clock that was set tells no ages until an hour has passed.
        world.run(until: world.now + suite.market.maintenanceTime + 2 * second)
        world.sleep(milliseconds: 3 * 3_600_000)
        world.run(until: world.now + suite.market.maintenanceTime + 2 * second)
    }

    private func isAtHead(_ subscriber: SimulatedSubscriber) -> Bool {
        guard let head = suite[subscriber.service].head else { return false }
        return subscriber.position == StreamPosition(epoch: head.epoch, sequence: head.sequence)
    }

    private func hasSeenAll(_ follower: FilteredSubscriber) -> Bool {
        guard let head = suite.juice.head, let part = follower.parts.last else { return false }
        return part.epoch == head.epoch && part.position == head.sequence
    }
}
