import Messages
import SimulatedWorker
import ZeroMQPatterns

@testable import WorkerClient

/// One program that follows a service's events: the real subscriber, on simulated connections, with a consumer that
/// takes its time.
final class SimulatedSubscriber {
    let host: Int
    let service: ServiceName
    private let world: World
    private let network: Network
    /// How far the service's stream has come; `nil` while nobody can tell.
    private let head: () -> StreamMarker?
    private let isSlow: Bool
    private let options: StreamSubscriptionOptions
    private var transports: (events: SimulatedSub, calls: SimulatedDealer)?
    private var loop: StreamLoop<SimulatedSub, SimulatedDealer, EventCodec>?
    private var life = 0
    /// Every life, the present one last.
    private(set) var views: [SubscriberView] = []
    /// The last position that was consumed, or joined at.
    private(set) var position: StreamPosition?

    init(
        host: Int,
        _ service: ServiceName,
        _ world: World,
        _ network: Network,
        head: @escaping () -> StreamMarker?
    ) {
        self.head = head
        self.host = host
        self.service = service
        self.world = world
        self.network = network
        isSlow = world.random.chance(percent: 30)
        options =
            isSlow
            ? StreamSubscriptionOptions(waiting: world.random.int(2...10), buffered: world.random.int(1...6))
            : StreamSubscriptionOptions(waiting: EventSubscriber.maxWaiting)
    }

    func start(from start: StreamStart) {
        life += 1
        let events = SimulatedSub(ClientSocket(world, network, host: host, service: service, port: .events))
        let calls = SimulatedDealer(ClientSocket(world, network, host: host, service: service, port: .requests))
        let channel = ServiceChannel(over: [("", calls)], seed: world.random.next(), name: world.random.next())
        let (seed, name) = (world.random.next(), String(world.random.next(), radix: 16))
        let loop = StreamLoop(
            over: events,
            repairingBy: channel,
            codec: EventCodec(of: service, name: name),
            from: start,
            options,
            seed: seed
        )
        transports = (events, calls)
        self.loop = loop
        views.append(
            SubscriberView(name: "subscriber \(host).\(life)", service: service, start: start, born: world.now)
        )
        world.note("subscriber \(host).\(life) starts from \(start)")
        // Simulated connections can always be opened.
        try? loop.open()
        consume(life)
    }

    private func consume(_ life: Int) {
        world.after(world.random.int(1...(isSlow ? 900 : 60)) * millisecond) { [self] in
            guard life == self.life, let loop else { return }
            while let (signals, hasRoom) = loop.queue.takeNow() {
                if hasRoom {
                    world.counts.add(.laggingConsumer)
                    loop.resume()
                }
                for signal in signals { see(signal) }
            }
            consume(life)
        }
    }

    private func see(_ signal: SubscriberSignal) {
        views[views.count - 1].signals.append(signal)
        switch signal {
        case .event(let event):
            world.counts.add(.delivered)
            position = StreamPosition(epoch: event.epoch, sequence: event.sequence)
            world.note("subscriber \(host).\(life) sees \(event.epoch)/\(event.sequence)")
        case .live(let marker):
            if let head = head(), head.epoch == marker.epoch, head.sequence < marker.sequence {
                world.find("subscriber \(host).\(life) is live at \(marker.sequence), which is yet to come")
            }
            position = position ?? StreamPosition(epoch: marker.epoch, sequence: marker.sequence)
            world.note("subscriber \(host).\(life) is live at \(marker.epoch)/\(marker.sequence)")
        case .resynced(let cut):
            world.counts.add(.resynced)
            position = cut.to
            world.note(
                "subscriber \(host).\(life) is cut, \(cut.reason.rawValue), to \(cut.to.epoch)/\(cut.to.sequence)"
            )
        case .stale:
            world.note("subscriber \(host).\(life) is stale")
        case .refused:
            world.find("subscriber \(host).\(life) is refused, where nobody asks for many topics")
        case .notAdmitted(let fault):
            world.find("subscriber \(host).\(life) is kept out, \(fault), where nobody asks for keys")
        }
    }

    /// Ends as a killed program does, and comes back with the position it remembers.
    func crash() {
        guard loop != nil else { return }
        world.counts.add(.subscriberCrash)
        world.note("subscriber \(host).\(life) dies")
        close(isCrash: true)
        views[views.count - 1].isAlive = false
        world.after(world.random.int(50...4_000) * millisecond) { [self] in start(from: nextStart()) }
    }

    private func nextStart() -> StreamStart {
        guard let position, !world.random.chance(percent: 10) else {
            return world.random.chance(percent: 50) ? .now : .after(0)
        }
        return .position(epoch: position.epoch, after: position.sequence)
    }

    func close(isCrash: Bool = false) {
        transports?.events.isCrashing = isCrash
        transports?.calls.isCrashing = isCrash
        loop?.close()
        loop = nil
        transports = nil
        life += isCrash ? 0 : 1
    }

    /// It reads nothing for a while, so that the publisher has to drop.
    func stall(for nanoseconds: Int) {
        guard let link = transports?.events.socket.link else { return }
        link.down.hold()
        world.after(nanoseconds) { link.down.release() }
    }
}
