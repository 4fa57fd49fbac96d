internal import Platform
package import ZeroMQ

/// One run of a load, from its first request to its last answer.
package struct LoadRun: Sendable {
    /// How long an answer is waited for after the end, at least.
    private static let timeout = Duration.seconds(5)
    private static let glance = Duration.milliseconds(100)

    private let plan: LoadPlan
    /// Gets how far it has come, ten times a second, and at the end `nil`; `nil` where nobody wants to know.
    private let onProgress: (@Sendable (LoadProgress?) -> Void)?

    package init(plan: LoadPlan, onProgress: (@Sendable (LoadProgress?) -> Void)?) {
        self.plan = plan
        self.onProgress = onProgress
    }

    /// Sends the load.
    ///
    /// When the task is cancelled it ends early, and what is out is waited for all the same.
    package func run(on node: ZMQNode) async throws -> LoadTally {
        let generator = LoadClients(on: node)
        do {
            try await generator.open(plan)
        } catch {
            _ = await generator.close()
            throw error
        }
        await generator.start(plan)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await pace(generator) }
            group.addTask { await watch(generator) }
            await group.waitForAll()
        }
        await generator.drain(within: max(plan.timeout, Self.timeout))
        return await generator.close()
    }

    /// Wakes the node at the times of an open loop, which its own timers know to a millisecond only.
    private func pace(_ generator: LoadClients) async {
        guard plan.pace.rate != nil else { return }
        let clock = SuspendingClock()
        let end = clock.now + plan.warmUp + plan.duration
        while clock.now < end {
            let next = await generator.sendDue()
            // Where the window is full an answer sends the next one; its loss must not end all.
            let left = next.map { Duration.nanoseconds($0 - LoadConnection.now()) } ?? .milliseconds(1)
            do { try await clock.sleep(for: max(left, .microseconds(50)), tolerance: .zero) } catch { return }
        }
    }

    /// Tells how far it has come, until the end.
    private func watch(_ generator: LoadClients) async {
        let clock = SuspendingClock()
        let start = clock.now
        let whole = plan.warmUp + plan.duration
        var (last, lastCount) = (start, 0)
        while clock.now < start + whole {
            let left = clock.now.duration(to: start + whole)
            do { try await clock.sleep(for: min(left, Self.glance)) } catch { break }
            guard let onProgress else { continue }
            let (now, count) = (clock.now, await generator.acknowledged)
            let rate = Int(Double(count - lastCount) / (last.duration(to: now) / .seconds(1)))
            (last, lastCount) = (now, count)
            onProgress(LoadProgress(share: min(1, start.duration(to: now) / whole), rate: rate))
        }
        onProgress?(nil)
    }
}

/// How far a load has come.
package struct LoadProgress: Sendable {
    /// Of its time, from 0 to 1.
    package let share: Double
    /// Answers in a second, lately.
    package let rate: Int
}
