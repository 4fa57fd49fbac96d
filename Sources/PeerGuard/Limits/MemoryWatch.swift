internal import Platform
package import ZeroMQ

/// Looks at how much memory the process uses, and tells when that is more than it may and does not become less.
///
/// libzmq holds a message that never ends before anybody here sees a byte of it, so nothing but the size of the process
/// shows such an attack. Used on the node's thread only.
package final class MemoryWatch {
    private let node: ZMQNode
    private let limit: Int
    private var onGrowth: (_ used: Int?) -> Void = { _ in }
    private var onExcess: (Int) -> Void = { _ in }
    private var growth = MemoryGrowth()
    private var excess = MemoryExcess()
    /// Connections to the request socket and to the event socket.
    private var connections = (requests: 0, events: 0)
    private var timer: ZMQTimer?
    private var isClosed = false

    /// - Parameters:
    ///   - node: Its thread.
    ///   - limit: Bytes.
    package init(node: ZMQNode, limit: Int) {
        self.node = node
        self.limit = limit
    }

    /// Begins to look.
    ///
    /// - Parameters:
    ///   - onGrowth: Called with the bytes in use whenever that is much and has become more, and with `nil` when it is
    ///     over.
    ///   - onExcess: Called once, with the bytes in use.
    package func start(onGrowth: @escaping (_ used: Int?) -> Void, onExcess: @escaping (Int) -> Void) {
        self.onGrowth = onGrowth
        self.onExcess = onExcess
        look()
    }

    /// Looks as often as it should while someone is connected.
    ///
    /// - Parameters:
    ///   - requests: How many connections the request socket has; `nil` when that has not changed.
    ///   - events: The same of the event socket.
    package func connectionsChanged(requests: Int? = nil, events: Int? = nil) {
        let wasAlone = isAlone
        connections = (requests ?? connections.requests, events ?? connections.events)
        guard wasAlone, !isAlone, let timer else { return }
        node.cancel(timer)
        look()
    }

    private var isAlone: Bool { connections == (0, 0) }

    package func close() {
        isClosed = true
        if let timer { node.cancel(timer) }
        // What is notified here also tells of its connections: neither would ever be given back.
        onGrowth = { _ in }
        onExcess = { _ in }
    }

    private func look() {
        guard !isClosed, let used = ThisProcess.unsharedMemory() else { return }
        if excess.isLasting(used, limit: limit) {
            isClosed = true
            return onExcess(used)
        }
        switch growth.note(used, isMuch: Self.isMuch(used, of: limit)) {
        case .nothing: break
        case .look: onGrowth(used)
        case .rest:
            onGrowth(nil)
            ThisProcess.returnFreedMemory()
        }
        // What has just been freed must not count at the next look.
        if used > limit { ThisProcess.returnFreedMemory() }
        let pause = Self.pause(used: used, limit: limit, isAlone: isAlone)
        timer = node.schedule(after: pause) { [weak self] in self?.look() }
    }

    /// The time until the next look: seldom while there is much room, often when there is little.
    ///
    /// A peer on the same machine sends more than a GiB in a second. With nobody there nothing is sent, and the
    /// processor may sleep.
    static func pause(used: Int, limit: Int, isAlone: Bool) -> Duration {
        if isMuch(used, of: limit) { return .milliseconds(10) }
        return isAlone ? .seconds(10) : .milliseconds(50)
    }

    private static func isMuch(_ used: Int, of limit: Int) -> Bool { used >= limit / 8 }
}

/// Says when it is worth finding out who fills the memory.
///
/// Looking at all connections takes time, and a service that needs much memory for good must not do it all the time:
/// only when much is in use and it has become more.
struct MemoryGrowth {
    /// What to do after a look at the memory.
    enum Action: Hashable {
        case nothing
        /// Look at the connections.
        case look
        /// There is no hurry any more.
        case rest
    }

    /// Bytes by which the memory grows until the connections are looked at again.
    private static var step: Int { 8 << 20 }
    /// Looks without such a growth, of 10 ms each, after which there is no hurry any more.
    private static var quiet: Int { 1_000 }

    private var mark: Int?
    private var looksSinceGrowth = 0

    /// Takes a look at the memory.
    ///
    /// - Parameters:
    ///   - used: Bytes in use.
    ///   - isMuch: Whether that is much.
    mutating func note(_ used: Int, isMuch: Bool) -> Action {
        guard isMuch, let mark else {
            let wasLooking = mark != nil && looksSinceGrowth <= Self.quiet
            mark = isMuch ? used : nil
            looksSinceGrowth = 0
            return isMuch ? .look : wasLooking ? .rest : .nothing
        }
        guard used - mark < Self.step else {
            self.mark = used
            looksSinceGrowth = 0
            return .look
        }
        self.mark = min(mark, used)
        looksSinceGrowth = min(looksSinceGrowth + 1, Self.quiet + 1)
        return looksSinceGrowth == Self.quiet ? .rest : .nothing
    }
}

/// Says when a process that uses more memory than it may has to end.
///
/// Peers that send as fast as they can fill memory while the thread that reads from them waits for a disk, and all of
/// that is free again once it has read. So it goes on as long as memory becomes less.
struct MemoryExcess {
    /// Looks in a row without a decrease after which it has to end: 50 ms, in which a flood on loopback, which fills
    /// about a GiB a second, adds some 50 MiB.
    private static var maxLooks: Int { 5 }

    /// The least that was used since it was too much; `nil` while it is not.
    private var least: Int?
    private var looksSinceDecrease = 0

    /// Takes a look at the memory.
    ///
    /// - Parameters:
    ///   - used: Bytes in use.
    ///   - limit: How many there may be.
    /// - Returns: Whether the process has to end.
    mutating func isLasting(_ used: Int, limit: Int) -> Bool {
        guard used > limit else {
            least = nil
            return false
        }
        if let least, used >= least {
            looksSinceDecrease += 1
        } else {
            looksSinceDecrease = 0
            least = used
        }
        return looksSinceDecrease >= Self.maxLooks
    }
}
