import SimulatedWorker

extension Occurrence {
    // Requests of clients.
    static let calls = Occurrence("calls")
    static let resends = Occurrence("resends")
    // Products that were registered and deleted, and purchases.
    static let registered = Occurrence("registered")
    static let deleted = Occurrence("deleted")
    static let purchased = Occurrence("purchased")
    // Events in the journals, and events that subscribers were given.
    static let events = Occurrence("events")
    static let delivered = Occurrence("delivered")
    // Faults of machines, the network and clients.
    static let pause = Occurrence("pause")
    static let cutConnection = Occurrence("cutConnection")
    static let halfOpenConnection = Occurrence("halfOpenConnection")
    static let lostRequests = Occurrence("lostRequests")
    static let lostAnswers = Occurrence("lostAnswers")
    static let lateRequests = Occurrence("lateRequests")
    static let partition = Occurrence("partition")
    static let slowNetwork = Occurrence("slowNetwork")
    static let droppedEvent = Occurrence("droppedEvent")
    static let lostInbox = Occurrence("lostInbox")
    static let undeliverableAnswer = Occurrence("undeliverableAnswer")
    static let blockedRequest = Occurrence("blockedRequest")
    static let clientCrash = Occurrence("clientCrash")
    static let subscriberCrash = Occurrence("subscriberCrash")
    static let laggingConsumer = Occurrence("laggingConsumer")
    static let resynced = Occurrence("resynced")
    static let wallClockJump = Occurrence("wallClockJump")
    static let sleep = Occurrence("sleep")
    static let restore = Occurrence("restore")

    /// What can go wrong in a history.
    fileprivate static let faults: [Occurrence] = [
        crashInTick, crashInDisk, crashBetweenIterations, powerLoss, tornFile, pause, drain, drainByCall,
        failedWrite, failedSync, fullDisk, slowSync,
        cutConnection, halfOpenConnection, lostRequests, lostAnswers, lateRequests, partition, slowNetwork,
        droppedEvent, lostInbox, undeliverableAnswer, blockedRequest,
        clientCrash, subscriberCrash, laggingConsumer, resynced,
        wallClockJump, sleep, reload, failedReload, restore, pruned,
    ]
}

extension OccurrenceCounts {
    /// The totals in four lines.
    var summary: String {
        let crashes = self[.crashInTick] + self[.crashInDisk] + self[.crashBetweenIterations]
        let faults = Occurrence.faults.map { "\($0.name) \(self[$0])" }.joined(separator: " · ")
        return """
            seeds \(self[.histories]) · commands \(self[.calls]) · acknowledged \(self[.acknowledged]) · \
            refused \(self[.refused]) · unknown \(self[.unknown]) · resends \(self[.resends])
            crashes \(crashes) · power losses \(self[.powerLoss]) · cuts \(self[.cutConnection]) · \
            events \(self[.events]) · delivered \(self[.delivered])
            products \(self[.registered]) · deleted \(self[.deleted]) · purchases \(self[.purchased])
            \(faults)
            """
    }
}
