import Messages
import SimulatedWorker

/// What lies between the processes: who listens, who can reach whom, and how long it takes.
final class Network {
    /// Which way messages of a partition do not get through.
    enum Direction: CaseIterable {
        case up, down, both
    }

    private let world: World
    /// The present sockets of each service; `nil` while it is down.
    private var listeners: [ServiceName: ServerSockets] = [:]
    /// Connections that are not over, in the order of their making.
    private(set) var links: [Link] = []
    private struct Partition {
        let number: Int
        let host: Int
        let service: ServiceName
        let direction: Direction
        /// The connections that hold messages back because of it.
        let links: [Link]
    }

    private var partitions: [Partition] = []
    private var lastPartition = 0
    private var lastLink = 0
    /// Whether the faults are over.
    var isMended = false
    /// How much slower than usual everything is.
    var slowness = 1

    init(_ world: World) {
        self.world = world
    }

    /// The time one message needs, in nanoseconds.
    func latency() -> Int {
        world.random.nanoseconds(20_000...2 * millisecond) * slowness
    }

    // MARK: Connections

    func listen(_ service: ServiceName, _ sockets: ServerSockets?) {
        listeners[service] = sockets
    }

    /// Connects, if the service is there and can be reached.
    func connect(_ socket: ClientSocket) -> Link? {
        guard let server = listeners[socket.service], !server.isDead else { return nil }
        guard !partitions.contains(where: { $0.host == socket.host && $0.service == socket.service }) else {
            return nil
        }
        lastLink += 1
        let link = Link(socket, server, number: lastLink, world, self)
        links.append(link)
        return link
    }

    func forget(_ link: Link) {
        guard link.isOver, link.up.count == 0, link.down.count == 0 else { return }
        links.removeAll { $0 === link }
    }

    // MARK: Partitions

    /// Lets nothing through between a host and a service, in one direction or both.
    ///
    /// As long as both sides hope, messages wait; after six seconds their heartbeats have given the connection up.
    func partition(host: Int, service: ServiceName, _ direction: Direction, for nanoseconds: Int) {
        let held = links.filter { $0.socket.host == host && $0.socket.service == service }
        for link in held { hold(link, direction) }
        lastPartition += 1
        let number = lastPartition
        partitions.append(
            Partition(number: number, host: host, service: service, direction: direction, links: held)
        )
        world.after(6 * second) { [self] in
            if partitions.contains(where: { $0.number == number }) { for link in held { link.cut() } }
        }
        world.after(nanoseconds) { [self] in mend { $0.number == number } }
    }

    /// Everybody can reach everybody again, as fast as usual.
    func heal() {
        slowness = 1
        mend { _ in true }
    }

    /// Forgets all connections, which know the network.
    func end() {
        links = []
        partitions = []
        listeners = [:]
    }

    private func mend(_ isOver: (Partition) -> Bool) {
        for partition in partitions where isOver(partition) {
            for link in partition.links { release(link, partition.direction) }
        }
        partitions.removeAll(where: isOver)
    }

    private func hold(_ link: Link, _ direction: Direction) {
        if direction != .down { link.up.hold() }
        if direction != .up { link.down.hold() }
    }

    private func release(_ link: Link, _ direction: Direction) {
        if direction != .down { link.up.release() }
        if direction != .up { link.down.release() }
    }
}
