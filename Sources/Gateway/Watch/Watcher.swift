internal import Messages
internal import WorkerClient
internal import ZeroMQ

/// Follows the event streams of some services.
struct Watcher: Sendable {
    let session: Session
    let plan: WatchPlan
    let start: StreamStart
    let printer: WatchPrinter

    /// Shows events until there are enough or the task is cancelled.
    func run() async throws {
        let addresses = try plan.addresses(session.settings)
        try await ZMQNode.withNode(name: "gateway") { node in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for address in addresses {
                    group.addTask {
                        let observer = session.messageObserver
                        try await EventSubscriber.withEvents(of: address, on: node, from: start, onMessage: observer) {
                            try await follow($0, of: address)
                        }
                    }
                }
                group.addTask {
                    await OutputHangup.wait()
                    if !Task.isCancelled { throw OutputError.closed }
                }
                // The first to end has seen the last event that was wanted, or found nobody to write for.
                defer { group.cancelAll() }
                try await group.next()
            }
        }
    }

    private func follow(_ events: EventSubscription, of address: ServiceAddress) async throws {
        let texts = session.texts
        var isStale = false
        var isFirst = true
        for await signal in events {
            switch signal {
            case .event(let event):
                guard plan.shows(topic: event.topic) else { continue }
                guard try printer.show(event) else { return }
            case .live(let marker):
                if isFirst {
                    session.output.note(texts.watching(address.service, after: marker.sequence))
                } else if isStale {
                    session.output.note(texts.heardAgain(address.service, at: marker.sequence))
                }
                isFirst = false
                isStale = false
            case .resynced(let resync):
                session.output.note(texts.resynced(address.service, resync))
            case .notAdmitted(let fault):
                session.output.note(
                    texts.heading(texts.notAdmitted(address.service, address.events, fault), session.output.notePalette)
                )
            case .stale:
                if !isStale { session.output.note(texts.stale(address.service, address.events)) }
                isStale = true
            }
        }
    }
}

extension Texts {
    fileprivate func resynced(_ service: ServiceName, _ resync: Resync) -> String {
        switch resync.reason {
        case .newEpoch: newEpoch(service, at: resync.to.sequence)
        case .truncated: truncated(service, at: resync.to.sequence)
        case .behind: behind(service, at: resync.to.sequence)
        }
    }
}
