internal import Glibc
internal import ZeroMQ

/// Looks at how much memory the process uses, and tells when that is more than it may.
///
/// libzmq holds a message that never ends before anybody here sees a byte of it, so nothing but the size of the process
/// shows such an attack. Used on the node's thread only.
final class MemoryWatch {
    private let node: ZMQNode
    private let limit: Int
    private let onGrowth: (Bool) -> Void
    private let onExcess: (Int) -> Void
    private var growth = MemoryGrowth()
    private var timer: ZMQTimer?
    private var isClosed = false

    /// Begins to look.
    ///
    /// - Parameters:
    ///   - node: Its thread.
    ///   - limit: Bytes.
    ///   - onGrowth: Called with `true` whenever much is in use and has become more, and with `false` when that is over.
    ///   - onExcess: Called once, with the bytes in use.
    init(node: ZMQNode, limit: Int, onGrowth: @escaping (Bool) -> Void, onExcess: @escaping (Int) -> Void) {
        self.node = node
        self.limit = limit
        self.onGrowth = onGrowth
        self.onExcess = onExcess
        look()
    }

    func close() {
        isClosed = true
        if let timer { node.cancel(timer) }
    }

    private func look() {
        guard !isClosed, let used = Self.used() else { return }
        guard used <= limit else { return onExcess(used) }
        switch growth.note(used, isMuch: Self.isMuch(used, of: limit)) {
        case .nothing: break
        case .look: onGrowth(true)
        case .rest: onGrowth(false)
        }
        timer = node.schedule(after: Self.pause(used: used, limit: limit)) { [weak self] in self?.look() }
    }

    /// The time until the next look: seldom while there is much room, often when there is little.
    ///
    /// A peer on the same machine sends more than a GiB in a second.
    static func pause(used: Int, limit: Int) -> Duration {
        isMuch(used, of: limit) ? .milliseconds(20) : .milliseconds(50)
    }

    private static func isMuch(_ used: Int, of limit: Int) -> Bool { used >= limit / 4 }

    /// What the process uses and shares with no file, in bytes; `nil` where there is no /proc.
    static func used() -> Int? {
        let file = Glibc.open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { _ = Glibc.close(file) }
        // proc(5): pages in all, resident, of those shared.
        let text = String(unsafeUninitializedCapacity: 256) { max(0, Glibc.read(file, $0.baseAddress, 256)) }
        let pages = text.split(separator: " ").prefix(3).compactMap { Int($0) }
        guard pages.count == 3 else { return nil }
        return (pages[1] - pages[2]) * sysconf(Int32(_SC_PAGESIZE))
    }
}
