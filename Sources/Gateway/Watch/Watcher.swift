internal import Messages
internal import Platform
internal import Terminal
internal import WorkerClient
internal import ZeroMQ
internal import ZeroMQPatterns

/// Follows the event streams of some services.
struct Watcher: Sendable {
    let session: Session
    let plan: WatchPlan
    /// `nil` for the events from now on.
    let start: WatchStart?
    let printer: WatchPrinter

    /// Shows events until there are enough or the task is cancelled.
    func run() async throws {
        let addresses = try plan.addresses(session.settings)
        try await ZMQNode.withNode(name: "gateway") { node in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for address in addresses {
                    group.addTask {
                        let (observer, start) = (session.messageObserver, try await begin(at: address, on: node))
                        try await EventSubscriber.withEvents(of: address, on: node, from: start, onMessage: observer) {
                            try await follow($0, of: address)
                        }
                        return true
                    }
                }
                for address in addresses where plan.strangers.contains(address.service) {
                    group.addTask {
                        try await check(address, on: node)
                        return false
                    }
                }
                group.addTask {
                    await OutputHangup.wait()
                    if !Task.isCancelled { throw OutputError.closed }
                    return true
                }
                // The first to end has seen the last event that was wanted, or found nobody to write for.
                defer { group.cancelAll() }
                while let isOver = try await group.next(), !isOver {}
            }
        }
    }

    /// Refuses prefixes of a service that says that it publishes nothing of the kind; one that is silent may say so later.
    private func check(_ address: ServiceAddress, on node: ZMQNode) async throws {
        let info = try? await session.withCaller(at: address, on: node) { caller in try await caller.info() }
        // Older services say no types.
        guard let info, !info.hasStream || !info.eventTypes.isEmpty else { return }
        try plan.check(address.service, publishing: info.hasStream ? info.eventTypes : [])
    }

    /// With which event to begin.
    ///
    /// - Throws: ``CallFailure`` when a service that was named does not say which that is.
    private func begin(at address: ServiceAddress, on node: ZMQNode) async throws -> StreamStart {
        switch start {
        case nil: return .now
        case .position(let position): return .after(position)
        case .ago(let milliseconds):
            let moment = max(0, SystemClock.wall - milliseconds)
            var isNoted = false
            while true {
                do {
                    return .after(
                        try await session.withCaller(at: address, on: node) { try await $0.position(of: moment) }
                    )
                } catch let failure as CallFailure where plan.services == .all {
                    // One that has no events says so for good; any other may come to have some of that time.
                    if case .refused(let refusal) = failure.reason, !refusal.isRetryable(isKeyed: false) { return .now }
                    if !isNoted { session.note(failure) }
                    isNoted = true
                    try await Task.sleep(for: .seconds(1))
                }
            }
        }
    }

    private func follow(_ events: EventSubscription, of address: ServiceAddress) async throws {
        let texts = session.texts
        var isStale = false
        var isRefused = false
        var asksTooMuch = false
        var isFirst = true
        for await signal in events {
            switch signal {
            case .event(let event):
                asksTooMuch = false
                guard plan.shows(topic: event.topic) else { continue }
                guard try printer.show(event) else { return }
            case .live(let marker):
                if isRefused {
                    session.output.note(
                        texts("admitted_again", service: address.service.rawValue, sequence: marker.sequence)
                    )
                } else if isFirst {
                    session.output.note(texts("watching", service: address.service.rawValue, sequence: marker.sequence))
                } else if isStale {
                    session.output.note(
                        texts("heard_again", service: address.service.rawValue, sequence: marker.sequence)
                    )
                }
                isFirst = false
                isStale = false
                isRefused = false
            case .resynced(let resync):
                session.output.note(texts.resynced(by: address.service, because: resync))
            case .notAdmitted(let fault):
                session.noteError(texts.watchRefused(by: address.service, at: address.events, fault))
                isRefused = true
            case .refused:
                guard !asksTooMuch else { continue }
                let service = address.service.rawValue
                session.noteError(texts("watch_asks_too_much", service: service, endpoint: address.events))
                asksTooMuch = true
            case .stale:
                if !isStale, let silence = try await silence(of: address) { session.output.note(silence) }
                isStale = true
            }
        }
    }

    /// Why no events come, as far as the service itself can say; `nil` for one that publishes none and was not named.
    ///
    /// - Throws: ``UsageError`` for one that publishes none and was named.
    private func silence(of address: ServiceAddress) async throws -> String? {
        let texts = session.texts
        let info: ServiceInfo
        do {
            info = try await session.withCaller(at: address) { caller in try await caller.info() }
        } catch let failure as CallFailure {
            switch failure.reason {
            case .timedOut:
                return texts.thereButSilent(
                    address.service,
                    at: address.events,
                    within: TimeLimit(failure.timeout).text
                )
            case .notAdmitted(let fault): return texts.watchRefused(by: address.service, at: address.rpc, fault)
            default: return texts("stale", service: address.service.rawValue, endpoint: address.events)
            }
        } catch {
            return texts("stale", service: address.service.rawValue, endpoint: address.events)
        }
        guard !info.hasStream else {
            return texts("answers_without_events", service: address.service.rawValue, endpoint: address.events)
        }
        guard plan.services == .all else {
            throw UsageError("\(address.service.rawValue) does not publish any events")
        }
        return nil
    }
}

extension Texts {
    fileprivate func resynced(by service: ServiceName, because resync: Resync) -> String {
        switch resync.reason {
        case .newEpoch: self("new_epoch", service: service.rawValue, sequence: resync.to.sequence)
        case .truncated: self("truncated", service: service.rawValue, sequence: resync.to.sequence)
        case .behind: self("behind", service: service.rawValue, sequence: resync.to.sequence)
        }
    }
}
