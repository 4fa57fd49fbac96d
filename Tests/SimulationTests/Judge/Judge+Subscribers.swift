import Messages
import ZeroMQPatterns

@testable import WorkerClient

extension Judge {
    /// A subscriber saw the stream, whole and in order, or was told of exactly the cut there is.
    func judge(_ view: SubscriberView) {
        let history = history(of: view.service)
        let finalEpoch = history.epochs.last ?? ""
        let source = "/\(view.service.rawValue)-service"
        var events: [String: [EventRecord]] = [:]
        for epoch in history.epochs { events[epoch] = (history[epoch]?.rows ?? []).flatMap(\.events) }
        var epoch: String?
        var sequence: Int?
        switch view.start {
        case .now: break
        case .after(let position): sequence = position
        case .position(let name, let position): (epoch, sequence) = (name, position)
        }
        for signal in view.signals {
            switch signal {
            case .event(let event):
                if event.epoch != epoch ?? event.epoch || event.sequence != (sequence ?? event.sequence - 1) + 1 {
                    find("\(view.name) saw \(event.epoch)/\(event.sequence) after \(epoch ?? "any")/\(sequence ?? 0)")
                }
                (epoch, sequence) = (event.epoch, event.sequence)
                guard let known = events[event.epoch], event.sequence <= known.count, event.sequence > 0 else {
                    find("\(view.name) saw \(event.epoch)/\(event.sequence), which is not in the store")
                    continue
                }
                if Self.json(known[event.sequence - 1], event.epoch, source: source) != event.json {
                    find("\(view.name) saw another \(event.epoch)/\(event.sequence) than the store has")
                }
            case .resynced(let cut):
                if cut.from.epoch != epoch ?? cut.from.epoch || cut.from.sequence != sequence ?? cut.from.sequence {
                    find("\(view.name) was cut from \(cut.from.sequence), not from \(sequence ?? 0)")
                }
                judge(cut, view, history)
                (epoch, sequence) = (cut.to.epoch, cut.to.sequence)
            case .live(let marker):
                if marker.epoch != epoch ?? marker.epoch || (sequence ?? marker.sequence) < marker.sequence {
                    find("\(view.name) was told it had seen \(marker.sequence), at \(sequence ?? 0)")
                }
                epoch = marker.epoch
                sequence = sequence ?? marker.sequence
            case .stale, .notAdmitted, .refused:
                break
            }
        }
        guard view.isAlive else { return }
        let last = history[finalEpoch]?.lastSequence ?? 0
        if epoch != finalEpoch || sequence != last {
            find("\(view.name) ends at \(epoch ?? "nothing")/\(sequence ?? 0), the stream at \(finalEpoch)/\(last)")
        }
    }

    /// A follower of one fruit saw everything of it, in order, between one cut and the next.
    func judge(_ follower: FilteredSubscriber) {
        let finalEpoch = juice.epochs.last ?? ""
        for part in follower.parts {
            let expected = (juice[part.epoch]?.rows ?? []).flatMap(\.events).filter { event in
                EventTopic.topic(type: event.type, subject: event.subject) == follower.topic
                    && event.sequence > part.start && event.sequence <= part.last
            }
            if part.events.map(\.json) != expected.map({ Self.json($0, part.epoch) }) {
                find("host \(follower.host) saw \(part.events.map(\.sequence)), not \(expected.map(\.sequence))")
            }
        }
        let last = juice[finalEpoch]?.lastSequence ?? 0
        guard let part = follower.parts.last, part.epoch == finalEpoch, part.position == last else {
            return find("host \(follower.host) ends at \(follower.parts.last?.position ?? 0), the stream at \(last)")
        }
    }

    private func judge(_ cut: Resync, _ view: SubscriberView, _ history: StoreHistory) {
        let from = history.epochs.firstIndex(of: cut.from.epoch)
        let to = history.epochs.firstIndex(of: cut.to.epoch)
        let isRight =
            switch cut.reason {
            case .newEpoch: if let from, let to { from < to } else { false }
            case .truncated: prunes && from == to && cut.to.sequence > cut.from.sequence
            case .behind: from == to && cut.to.sequence < cut.from.sequence && isBeyondStart(view)
            }
        if !isRight { find("\(view.name) was told \(cut.reason.rawValue) from \(cut.from) to \(cut.to)") }
    }

    /// Whether the view began at a position that was made up, and so may not exist.
    private func isBeyondStart(_ view: SubscriberView) -> Bool {
        if case .after = view.start { true } else { false }
    }
}
