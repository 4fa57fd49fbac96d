internal import Messages
internal import ServiceLifecycle
internal import Synchronization
internal import WorkerClient
internal import ZeroMQ
internal import ZeroMQPatterns

/// The events of all services, subscribed to once for all streams of this program.
///
/// A stream has no queue here: it takes what follows its position when it is ready for it, so a reader that stops costs
/// nothing but its connection.
final class EventHub: Service {
    /// How often a stream is woken when nothing happens: some clients give up when nothing comes for five seconds.
    static let tick = Duration.seconds(4)
    /// For how long events are gathered after some have been handed on at once.
    ///
    /// A stream that is woken for each of many events takes the processor from the requests of others.
    private static let gathering = Duration.milliseconds(20)
    /// How long a service without a stream is believed; one of a later version may have one.
    private static let silence = Duration.seconds(30)
    /// How long to wait where a service cannot be asked; asking one that is away takes a second by itself.
    private static let pause = Duration.milliseconds(200)
    /// How many streams are woken until others have their turn, so that a request is not behind all of them.
    private static let wokenTogether = 16

    private struct State {
        var feeds: [ServiceName: EventFeed] = [:]
        /// The services that say that they publish no events.
        var silent: Set<ServiceName> = []
        /// Counts what has happened.
        var version = 0
        /// Counts the times when ``tick`` was over.
        var ticks = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var lastWaiter = 0
    }

    private let node: ZMQNode
    private let addresses: [ServiceAddress]
    private let services: Services
    private let state = Mutex(State())

    init(_ addresses: [ServiceAddress], of services: Services, on node: ZMQNode) {
        (self.addresses, self.services, self.node) = (addresses, services, node)
    }

    /// Subscribes until it is told to end.
    func run() async throws {
        try await cancelWhenGracefulShutdown { [self] in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for address in addresses { group.addTask { try await self.follow(address) } }
                group.addTask {
                    while !Task.isCancelled {
                        try? await Task.sleep(for: Self.tick)
                        await self.resume(self.change { $0.ticks += 1 })
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    private func follow(_ address: ServiceAddress) async throws {
        await findStream(of: address.service)
        guard !Task.isCancelled else { return }
        let kept = services.kept
        let onPosition: PositionObserver = { position in
            guard let position else { return kept.distrust(address.service) }
            kept.hear(epoch: position.epoch, sequence: position.sequence, of: address.service)
        }
        try await EventSubscriber.withEvents(of: address, on: node, from: .now, onPosition: onPosition) { events in
            for await signals in events.batches {
                let waiters = change { state in
                    var feed = state.feeds.removeValue(forKey: address.service) ?? EventFeed(of: address.service)
                    for signal in signals { feed.take(signal) }
                    state.feeds[address.service] = feed
                }
                await resume(waiters)
                // Where it is told to end, the loop ends by itself.
                try? await Task.sleep(for: Self.gathering)
            }
        }
    }

    /// Waits until a service says that it has a stream; it need not be there yet.
    private func findStream(of service: ServiceName) async {
        while !Task.isCancelled {
            var pause = Self.pause
            do throws(CallError) {
                let hasStream = try await services.info(of: service)?.hasStream == true
                state.withLock { state in
                    state.silent = hasStream ? state.silent.subtracting([service]) : state.silent.union([service])
                }
                if hasStream { return }
                pause = Self.silence
            } catch {
                // It is away, or does not let us in.
            }
            try? await Task.sleep(for: pause)
        }
    }

    /// - Returns: Who is to be resumed, each once.
    private func change(_ body: (inout State) -> Void) -> [CheckedContinuation<Void, Never>] {
        state.withLock { state in
            body(&state)
            state.version += 1
            defer { state.waiters.removeAll() }
            return Array(state.waiters.values)
        }
    }

    private func resume(_ waiters: [CheckedContinuation<Void, Never>]) async {
        for (number, waiter) in waiters.enumerated() {
            if number > 0, number.isMultiple(of: Self.wokenTogether) { await Task.yield() }
            waiter.resume()
        }
    }

    /// Wakes all streams at once.
    func wake() {
        for waiter in change({ _ in }) { waiter.resume() }
    }

    // MARK: For a stream

    /// What is there of a service now, and the version of that.
    func feed(of service: ServiceName) -> EventFeed? { state.withLock { $0.feeds[service] } }

    /// Whether a service may have a stream, as far as it was heard of.
    func mayHaveStream(_ service: ServiceName) -> Bool { state.withLock { !$0.silent.contains(service) } }

    /// Counts what has happened so far.
    var version: Int { state.withLock { $0.version } }

    /// Counts the times when ``tick`` was over, so that a stream sees when it has to write something.
    var ticks: Int { state.withLock { $0.ticks } }

    /// Waits until something has happened since a version, or ``tick`` is over; ends at once when its task is cancelled.
    func wait(after version: Int) async {
        let number = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    guard state.version == version, !Task.isCancelled else { return true }
                    state.waiters[number] = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
        }
    }
}
