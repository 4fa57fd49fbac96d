import DequeModule
import Messages
import SimulatedWorker
import WireJSON
import ZeroMQ
import ZeroMQPatterns

@testable import WorkerClient

/// A follower of one fruit that nobody here wrote: it does what `Protocols/events.md` says under "A part of the events".
final class FilteredSubscriber {
    /// What it saw of one life of the stream, without a cut.
    struct Part {
        let epoch: String
        /// It saw everything of its own after this position.
        let start: Int
        var events: [CloudEvent] = []
        /// Up to here it has seen everything of its own.
        var position: Int
        /// The last event it has seen.
        var last: Int { max(position, events.last?.sequence ?? 0) }
    }

    let host: Int
    let topic: String
    private let world: World
    private let socket: ClientSocket
    private let channel: ServiceChannel<SimulatedDealer>
    private let name: String
    private(set) var parts: [Part] = []
    private var isAsking = false

    init(host: Int, fruit: String, _ world: World, _ network: Network) {
        self.host = host
        self.world = world
        topic = "\(StockChanged.type).\(fruit)."
        name = "~sync.\(String(world.random.next(), radix: 16))."
        socket = ClientSocket(world, network, host: host, service: .juice, port: .events)
        channel = ServiceChannel(
            over: [("", SimulatedDealer(ClientSocket(world, network, host: host, service: .juice, port: .requests)))],
            seed: world.random.next(),
            name: world.random.next()
        )
        // Simulated connections can always be opened.
        try? channel.open()
        socket.onUp = { [unowned self] in
            for prefix in ["juice.heartbeat.", topic, name] { socket.send(ZMQMultipart([1] + Array(prefix.utf8))) }
        }
        socket.onMessage = { [unowned self] in receive() }
        socket.onDown = { [unowned self] in socket.dial(after: 100 * millisecond) }
        socket.dial()
    }

    func close() {
        socket.onUp = nil
        socket.onMessage = nil
        socket.onDown = nil
        socket.close()
        channel.close()
    }

    private func receive() {
        while let message = socket.inbox.popFirst() {
            let topic = String(decoding: message.frame(0), as: UTF8.self)
            guard let root = try? JSONReader().read(message.frame(1)) else { continue }
            if topic == name || topic == "juice.heartbeat." {
                if let marker = StreamMarker(root) { heard(marker, isJoin: topic == name) }
            } else if let event = CloudEvent(root) {
                if topic != self.topic || event.topic != topic {
                    world.find("host \(host) wants \(self.topic) and got \(topic) for \(event.topic)")
                }
                saw(event)
            }
        }
    }

    private func heard(_ marker: StreamMarker, isJoin: Bool) {
        guard let part = parts.last, part.epoch == marker.epoch else {
            if isJoin || !parts.isEmpty { begin(marker.epoch, at: marker.sequence) }
            return
        }
        if marker.sequence > part.position { ask() }
    }

    private func begin(_ epoch: String, at position: Int) {
        parts.append(Part(epoch: epoch, start: position, position: position))
        world.note("host \(host) follows \(topic) from \(epoch)/\(position)")
    }

    private func saw(_ event: CloudEvent) {
        guard let part = parts.last, part.epoch == event.epoch, event.sequence > part.last else { return }
        guard event.previousSequence ?? 0 <= part.last else { return ask() }
        take(event)
    }

    private func take(_ event: CloudEvent) {
        parts[parts.count - 1].events.append(event)
        world.note("host \(host) sees \(event.epoch)/\(event.sequence)")
    }

    private func ask() {
        guard !isAsking, let part = parts.last else { return }
        isAsking = true
        channel.begin(
            channel.makeNumber(),
            method: ServiceMethod.replay.name,
            params: EventsReplayParams(after: part.position, limit: 7, topics: [topic]).jsonBytes,
            attachments: [],
            options: CallOptions(isWrite: false)
        ) { [weak self] outcome in self?.answered(outcome, askedIn: part.epoch) }
    }

    private func answered(_ outcome: Result<CallReply, CallError>, askedIn epoch: String) {
        isAsking = false
        // A request that was repeated may be answered by the next stream, after its marker came.
        guard let part = parts.last, part.epoch == epoch else { return }
        switch outcome {
        case .success(let reply):
            // Another stream's answer: its marker or heartbeat is on the way.
            guard reply.meta?.epoch == part.epoch, let root = try? JSONReader().read(reply.result),
                let page = EventsReplayResult(root)
            else { return }
            for event in page.events where event.sequence > (parts.last?.last ?? 0) { take(event) }
            parts[parts.count - 1].position = max(part.position, page.next)
            if !page.isComplete { ask() }
        case .failure(let error):
            guard case .refused(let refusal) = error.code, let first = refusal.firstSequence else { return }
            begin(part.epoch, at: first - 1)
        }
    }
}
