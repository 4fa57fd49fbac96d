/// What can go wrong in a history; each is counted when it has an effect.
enum FaultKind: String, CaseIterable {
    case crashInTick, crashInDisk, crashBetweenIterations, powerLoss, tornFile, pause, drain, drainByCall
    case failedWrite, failedSync, fullDisk, slowSync
    case cutConnection, halfOpenConnection, lostRequests, lostAnswers, lateRequests, partition, slowNetwork
    case droppedEvent, lostInbox, undeliverableAnswer, blockedRequest
    case clientCrash, subscriberCrash, laggingConsumer, resynced
    case wallClockJump, sleep, reload, failedReload, restore, pruned
}
