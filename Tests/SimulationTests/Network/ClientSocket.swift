import DequeModule
import Messages
import SimulatedWorker
import ZeroMQ

/// A client's end of its connections to a service, one after the other: what a DEALER and a SUB have in common.
final class ClientSocket {
    /// Which part of a service it connects to.
    enum Port {
        case requests, events
    }

    let world: World
    let network: Network
    /// Which machine it is on.
    let host: Int
    let service: ServiceName
    let port: Port
    /// What has arrived and was not read.
    var inbox: Deque<ZMQMultipart> = []
    private(set) var link: Link?
    private(set) var isUp = false
    private var attempt = 0

    var onUp: (() -> Void)?
    var onMessage: (() -> Void)?
    var onDown: (() -> Void)?

    init(_ world: World, _ network: Network, host: Int, service: ServiceName, port: Port) {
        self.world = world
        self.network = network
        self.host = host
        self.service = service
        self.port = port
    }

    /// Connects, now or as soon as the service is there.
    func dial(after delay: Int = 0) {
        attempt += 1
        let number = attempt
        world.after(delay + network.latency()) { [self] in
            guard number == attempt else { return }
            guard let link = network.connect(self) else {
                return dial(after: world.random.int(100...500) * millisecond)
            }
            self.link = link
            world.after(network.latency()) { [self] in
                guard !link.isOver else { return }
                link.server.accepted(link)
                world.after(network.latency()) { [self] in
                    guard self.link === link, !link.isOver else { return }
                    isUp = true
                    onUp?()
                }
            }
        }
    }

    func send(_ message: ZMQMultipart) {
        link?.up.send(message, at: world.now)
    }

    func arrived(_ message: ZMQMultipart, over link: Link) {
        guard self.link === link else { return }
        inbox.append(message)
        guard inbox.count == 1 else { return }
        // The program gets to it when it is done with something else.
        world.after(network.latency() / 4) { [self] in
            if !inbox.isEmpty { onMessage?() }
        }
    }

    func lost(_ link: Link) {
        guard self.link === link else { return }
        self.link = nil
        let wasUp = isUp
        isUp = false
        if wasUp {
            onDown?()
        } else {
            dial(after: world.random.int(100...500) * millisecond)
        }
    }

    /// Ends the connection, with all that was not read, and stops dialling.
    func close(isCrash: Bool = false) {
        attempt += 1
        isUp = false
        inbox.removeAll()
        link?.closedByClient(isCrash: isCrash)
        link = nil
    }
}
