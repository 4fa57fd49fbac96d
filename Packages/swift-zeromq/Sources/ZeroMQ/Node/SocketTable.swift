internal import CZMQ

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The open sockets of a node and the descriptors it watches, what to call when they are ready, and the items to poll.
///
/// Every socket is polled, also one without a callback: libzmq attaches new connections and applies subscriptions only
/// inside calls on the socket.
///
/// A wait costs the same however many sockets a node has, beside the one call of poll(2): only a socket that was used since
/// the last wait, or whose descriptor says that something was left for it, is asked what it is ready for. `zmq_poll` asks
/// all of them, with two system calls each.
///
/// Methods that take a callback out hand it to the caller: releasing it may end an object that closes its own sockets
/// here, which must not happen during another change of the table.
@safe
struct SocketTable {
    struct Record {
        let handle: SocketHandle
        var onReadable: (() -> Void)?
        var onWritable: (() -> Void)?
        var monitor: Int?
    }

    /// A descriptor that belongs to someone else, and what to call when it is ready.
    struct Watch {
        let descriptor: CInt
        var readiness: ZMQReadiness
        let perform: (ZMQReadiness) -> Void
    }

    /// A socket or descriptor that can be read, written, or both.
    struct Ready {
        let id: Int
        let isDescriptor: Bool
        let readiness: ZMQReadiness
    }

    /// Who an item of the poll belongs to.
    private enum Entry {
        case socket(SocketHandle)
        case descriptor(Int)
    }

    private var records: [Int: Record] = [:]
    private var watches: [Int: Watch] = [:]
    private var nextID = 0
    /// The wake-up first, then the sockets and descriptors of `entries`.
    private var items: [pollfd] = []
    private var entries: [Entry] = []
    /// Whether both are as the sockets and watches are now; not, when they are empty.
    private var isCurrent = false
    private var rotation = 0
    /// The socket that is served before the others; while it is open.
    private var firstID: Int?

    /// What the last poll found, in the order to serve it.
    private(set) var ready: [Ready] = []

    var count: Int { records.count }

    /// In the order of their making: a monitored socket before its monitor, which must outlive it.
    var ids: [Int] { records.keys.sorted() }

    mutating func makeID() -> Int {
        defer { nextID += 1 }
        return nextID
    }

    mutating func insert(_ handle: SocketHandle) {
        records[handle.id] = Record(handle: handle)
        invalidate()
    }

    /// Serves a socket before all others from now on.
    mutating func serveFirst(_ id: Int) {
        firstID = id
    }

    /// Whether there is a socket that is served first.
    var servesFirst: Bool { firstID != nil }

    /// Forgets a socket.
    mutating func remove(_ id: Int) -> Record? {
        invalidate()
        if firstID == id { firstID = nil }
        return records.removeValue(forKey: id)
    }

    mutating func setMonitor(_ monitor: Int?, of id: Int) -> Int? {
        defer { records[id]?.monitor = monitor }
        return records[id]?.monitor
    }

    func monitor(of id: Int) -> Int? {
        records[id]?.monitor
    }

    /// Sets a callback and returns the one before.
    mutating func setOnReadable(of id: Int, perform: (() -> Void)?) -> (() -> Void)? {
        records[id]?.handle.setInterest(in: .readable, isWanted: perform != nil)
        let previous = records[id]?.onReadable
        records[id]?.onReadable = perform
        return previous
    }

    /// Sets a callback, or takes it out with `nil`, and returns the one before.
    mutating func setOnWritable(of id: Int, perform: (() -> Void)?) -> (() -> Void)? {
        records[id]?.handle.setInterest(in: .writable, isWanted: perform != nil)
        let previous = records[id]?.onWritable
        records[id]?.onWritable = perform
        return previous
    }

    func onReadable(_ id: Int) -> (() -> Void)? {
        records[id]?.onReadable
    }

    // MARK: Descriptors

    mutating func insert(_ watch: Watch) -> Int {
        let id = makeID()
        watches[id] = watch
        invalidate()
        return id
    }

    mutating func setReadiness(of id: Int, to readiness: ZMQReadiness) {
        guard let watch = watches[id], watch.readiness != readiness else { return }
        watches[id]?.readiness = readiness
        invalidate()
    }

    /// Forgets a watch, and returns it for the caller to release.
    mutating func removeWatch(_ id: Int) -> Watch? {
        invalidate()
        return watches.removeValue(forKey: id)
    }

    mutating func removeWatches() -> [Int: Watch] {
        defer { watches = [:] }
        invalidate()
        return watches
    }

    func watch(_ id: Int) -> Watch? { watches[id] }

    // MARK: The wait

    /// Waits for a socket, a descriptor or the wake-up.
    ///
    /// Returns whether the wake-up was signalled.
    ///
    /// - Parameter milliseconds: The longest wait; negative for no limit.
    mutating func poll(wakeup descriptor: CInt, milliseconds: Int) throws(ZMQError) -> Bool {
        if !isCurrent {
            rebuild(wakeup: descriptor)
        }
        ready.removeAll(keepingCapacity: true)
        let hasReady = try readUsed()
        let result = unsafe items.withUnsafeMutableBufferPointer { items in
            guard let base = items.baseAddress else { return CInt(0) }
            return unsafe CZMQ_wait(base, CInt(items.count), hasReady ? 0 : CInt(clamping: milliseconds))
        }
        try ZMQError.check(result, action: "poll")
        guard result > 0 || hasReady else { return false }
        rotation = rotation &+ 1
        for step in entries.indices {
            // Another socket goes first every time, so that none waits behind a busy one forever.
            let index = (step + rotation) % entries.count
            try collect(entries[index], events: CInt(items[index + 1].revents))
        }
        return items[0].revents != 0
    }

    /// Asks the sockets that were used since the last wait: their descriptors need not tell what they are ready for.
    ///
    /// Before the wait, so that whatever comes later is reported by the descriptor.
    private func readUsed() throws(ZMQError) -> Bool {
        var hasReady = false
        for case .socket(let handle) in entries where handle.wasUsed {
            if try !handle.readEvents().isDisjoint(with: handle.interest) { hasReady = true }
        }
        return hasReady
    }

    /// Adds what is ready to the list of those to serve.
    private mutating func collect(_ entry: Entry, events: CInt) throws(ZMQError) {
        let found: Ready
        switch entry {
        case .socket(let handle):
            if events != 0 { try handle.readEvents() }
            found = Ready(id: handle.id, isDescriptor: false, readiness: handle.readiness.intersection(handle.interest))
            // What is called may leave something unread: it is asked again until there is nothing.
            if !found.readiness.isEmpty { handle.wasUsed = true }
        case .descriptor(let id):
            var readiness = ZMQReadiness(descriptorEvents: events)
            // One that has failed is ready for everything: the next call on it tells why.
            if events & ~CInt(POLLIN | POLLOUT) != 0 { readiness = [.readable, .writable] }
            found = Ready(id: id, isDescriptor: true, readiness: readiness)
        }
        guard !found.readiness.isEmpty else { return }
        ready.insert(found, at: found.id == firstID ? 0 : ready.endIndex)
    }

    /// At once, not with the next wait: after the node's end there is none, and an entry keeps its socket's memory.
    private mutating func invalidate() {
        isCurrent = false
        entries.removeAll(keepingCapacity: true)
        items.removeAll(keepingCapacity: true)
    }

    private mutating func rebuild(wakeup descriptor: CInt) {
        isCurrent = true
        items.append(pollfd(fd: descriptor, events: CShort(POLLIN), revents: 0))
        for record in records.values where record.handle.isOpen {
            entries.append(.socket(record.handle))
            items.append(pollfd(fd: record.handle.descriptor, events: CShort(POLLIN), revents: 0))
        }
        for (id, watch) in watches where !watch.readiness.isEmpty {
            entries.append(.descriptor(id))
            items.append(pollfd(fd: watch.descriptor, events: watch.readiness.descriptorEvents, revents: 0))
        }
    }
}
