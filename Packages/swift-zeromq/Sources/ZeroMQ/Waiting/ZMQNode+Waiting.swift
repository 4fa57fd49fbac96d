internal import Synchronization

extension ZMQNode {
    /// Suspends the calling task until an attempt has come to something.
    ///
    /// - Parameters:
    ///   - timeout: How long it may wait; `nil` for as long as it takes.
    ///   - attempt: What to try when its turn may have come.
    ///   - begin: Puts the waiter where it is served, and gives how to take it from there.
    /// - Throws: What the attempt threw, `timedOut`, `closed`, or `CancellationError`. In the last three the attempt has not
    ///   come to anything, and will not.
    package func wait(
        timeout: Duration?,
        isolation: isolated (any Actor)? = #isolation,
        attempt: @escaping () throws(ZMQError) -> Bool,
        begin: (Waiter) -> () -> Void
    ) async throws {
        requireOwner()
        let id = waiters.makeID()
        // Before anything that may suspend: a task that prefers the owner thread lets other jobs in between in an actor of the
        // node, and whatever those leave for the waiter has to find it.
        let waiter = Waiter(id: id, attempt)
        waiter.onGivenUp = begin(waiter)
        waiters.insert(waiter)
        if let timeout {
            waiter.timer = schedule(after: timeout) { [weak waiter] in
                waiter?.giveUp(ZMQError(.timedOut, "nothing came of it within \(timeout)"))
            }
        }
        defer {
            if let timer = waiters.remove(id)?.timer { cancel(timer) }
        }
        try await withTaskCancellationHandler {
            // An actor's task is resumed on the global executor, which wakes a thread only to come back here, unless it prefers
            // this one meanwhile. The tasks that are in no actor prefer it anyway.
            try await withTaskExecutorPreference(isolation == nil ? nil : NodeTaskExecutor(self)) {
                // Named, so that this closure is isolated as this function is: the standard library would run it elsewhere.
                _ = isolation
                try await withCheckedThrowingContinuation { waiter.resume($0) }
            }
        } onCancel: {
            // On any thread.
            wake(inbox.withLock { $0.cancel(waiter: id) })
        }
    }

    /// Counts what a task has found without a wait; `true` when sockets and timers have to come in between.
    ///
    /// Apart from ``letOthersRun()``, because most calls of an asynchronous function would be for nothing.
    func isHoldingUpOthers() -> Bool {
        turnsTaken += 1
        return turnsTaken > Self.turnsAtOnce
    }

    /// Suspends the task until sockets and timers had their turn, or the node ends; after that there are no others.
    func letOthersRun() async {
        turnsTaken = 0
        await withCheckedContinuation { continuation in
            guard unsafe context != nil else { return continuation.resume() }
            yielded.append(continuation)
        }
    }

    func resumeYielded() {
        guard !yielded.isEmpty else { return }
        let tasks = yielded
        yielded = []
        for task in tasks { task.resume() }
    }

    private static var turnsAtOnce: Int { 256 }

    func cancelWaiter(_ id: Int) {
        waiters.find(id)?.giveUp(CancellationError())
    }
}

/// The tasks that wait for something of a node, by their numbers.
struct WaiterTable {
    private var waiters: [Int: Waiter] = [:]
    private var nextID = 0

    mutating func makeID() -> Int {
        defer { nextID += 1 }
        return nextID
    }

    var count: Int { waiters.count }

    mutating func insert(_ waiter: Waiter) { waiters[waiter.id] = waiter }
    mutating func remove(_ id: Int) -> Waiter? { waiters.removeValue(forKey: id) }
    func find(_ id: Int) -> Waiter? { waiters[id] }
}
