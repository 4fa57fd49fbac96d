internal import CZMQ

/// The open sockets of a node and the descriptors it watches, what to call when they are ready, and the items to poll.
///
/// Every socket is polled, also one without a callback: libzmq attaches new connections and applies subscriptions only
/// inside calls on the socket.
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

        var events: CInt {
            // POLLERR means nothing to a socket, but it keeps the item alive.
            (onReadable == nil ? 0 : ZMQ_POLLIN) | (onWritable == nil ? 0 : ZMQ_POLLOUT) | ZMQ_POLLERR
        }
    }

    /// A descriptor that belongs to somebody else, and what to call when it is ready.
    struct Watch {
        let descriptor: CInt
        var readiness: ZMQReadiness
        let perform: (ZMQReadiness) -> Void
    }

    /// A socket or descriptor that can be read, written, or both.
    struct Ready {
        let id: Int
        let isDescriptor: Bool
        let isReadable: Bool
        let isWritable: Bool
    }

    private var records: [Int: Record] = [:]
    private var watches: [Int: Watch] = [:]
    private var nextID = 0
    /// The wake-up first, then the sockets and descriptors of `order`.
    private var items: [zmq_pollitem_t] = unsafe []
    private var order: [Int] = []
    /// Where in `order` the descriptors begin.
    private var firstDescriptor = 0
    private var isStale = true
    private var rotation = 0
    /// The socket that is served before the others; while it is open.
    private var firstID: Int?

    /// What the last poll found, in the order to serve it.
    private(set) var ready: [Ready] = []

    /// In the order of their making: a monitored socket before its monitor, which must outlive it.
    var ids: [Int] { records.keys.sorted() }

    mutating func makeID() -> Int {
        defer { nextID += 1 }
        return nextID
    }

    mutating func insert(_ handle: SocketHandle) {
        records[handle.id] = Record(handle: handle)
        isStale = true
    }

    /// Serves a socket before all others from now on.
    mutating func serveFirst(_ id: Int) {
        firstID = id
    }

    /// Whether there is a socket that is served first.
    var servesFirst: Bool { firstID != nil }

    /// Forgets a socket.
    mutating func remove(_ id: Int) -> Record? {
        isStale = true
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
    mutating func setOnReadable(_ id: Int, _ perform: (() -> Void)?) -> (() -> Void)? {
        isStale = true
        let previous = records[id]?.onReadable
        records[id]?.onReadable = perform
        return previous
    }

    /// Sets a callback, or takes it out with `nil`, and returns the one before.
    mutating func setOnWritable(_ id: Int, _ perform: (() -> Void)?) -> (() -> Void)? {
        isStale = true
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
        isStale = true
        return id
    }

    mutating func setReadiness(_ id: Int, _ readiness: ZMQReadiness) {
        guard let watch = watches[id], watch.readiness != readiness else { return }
        watches[id]?.readiness = readiness
        isStale = true
    }

    /// Forgets a watch, and returns it for the caller to release.
    mutating func removeWatch(_ id: Int) -> Watch? {
        isStale = true
        return watches.removeValue(forKey: id)
    }

    mutating func removeWatches() -> [Int: Watch] {
        defer { watches = [:] }
        isStale = true
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
        if isStale {
            rebuild(wakeup: descriptor)
        }
        ready.removeAll(keepingCapacity: true)
        let result = unsafe items.withUnsafeMutableBufferPointer { items in
            guard let base = items.baseAddress else { return CInt(0) }
            return unsafe CZMQ_poll(base, CInt(items.count), milliseconds)
        }
        try ZMQError.check(result, "poll")
        guard result > 0 else { return false }
        rotation = rotation &+ 1
        for step in order.indices {
            // Another socket goes first every time, so that none waits behind a busy one for ever.
            let index = (step + rotation) % order.count
            var events = unsafe CInt(items[index + 1].revents)
            let isDescriptor = index >= firstDescriptor
            // One that has failed is ready for everything: the next call on it tells why.
            if isDescriptor, events & ZMQ_POLLERR != 0 { events |= ZMQ_POLLIN | ZMQ_POLLOUT }
            let isReadable = events & ZMQ_POLLIN != 0
            let isWritable = events & ZMQ_POLLOUT != 0
            if isReadable || isWritable {
                let entry = Ready(
                    id: order[index],
                    isDescriptor: isDescriptor,
                    isReadable: isReadable,
                    isWritable: isWritable
                )
                ready.insert(entry, at: entry.id == firstID ? 0 : ready.endIndex)
            }
        }
        return unsafe items[0].revents != 0
    }

    private mutating func rebuild(wakeup descriptor: CInt) {
        isStale = false
        order.removeAll(keepingCapacity: true)
        unsafe items.removeAll(keepingCapacity: true)
        unsafe items.append(CZMQ_item_descriptor(descriptor, ZMQ_POLLIN))
        for (id, record) in records {
            guard let socket = unsafe record.handle.socket else { continue }
            order.append(id)
            unsafe items.append(CZMQ_item_socket(socket, record.events))
        }
        firstDescriptor = order.count
        for (id, watch) in watches where !watch.readiness.isEmpty {
            order.append(id)
            unsafe items.append(CZMQ_item_descriptor(watch.descriptor, watch.readiness.events))
        }
    }
}
