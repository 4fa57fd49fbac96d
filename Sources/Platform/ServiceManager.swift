internal import Glibc

/// The service manager that started this process and waits to hear from it, such as systemd: sd_notify(3).
///
/// It gets datagrams and answers none. One that cannot be delivered is lost: a service goes on without its manager.
package struct ServiceManager: Sendable, Hashable {
    /// What a service can say of itself.
    package enum Notice: Sendable, Hashable {
        /// It accepts requests, or has read its settings again.
        case ready
        /// It reads its settings again, from now on until ``ready``.
        case reloading
        /// It ends.
        case stopping
        /// It is alive: to be said more often than ``ServiceManager/watchdogLimit``.
        case alive
        /// What it does, for people.
        case status(String)

        var text: String {
            switch self {
            case .ready: "READY=1"
            // Tells the manager which of several reloads it was: sd_notify(3).
            case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(SystemClock.monotonic / 1_000)"
            case .stopping: "STOPPING=1"
            case .alive: "WATCHDOG=1"
            // A line is one setting, so there must be no more lines.
            case .status(let text): "STATUS=\(text.printable)"
            }
        }
    }

    /// Where its socket is: a path, or a name behind `@` that is in no file system.
    private let socket: String
    /// The time without ``Notice/alive`` after which it ends this process; `nil` where it does not watch it.
    package let watchdogLimit: Duration?

    /// Reads what the manager left in the environment; `nil` when there is none that wants to hear anything.
    package init?(process: Int32 = getpid(), environment: (String) -> String?) {
        guard let socket = environment("NOTIFY_SOCKET"), socket.hasPrefix("/") || socket.hasPrefix("@"),
            socket.utf8.count > 1, socket.utf8.count < Self.longestName, !socket.utf8.contains(0)
        else { return nil }
        self.socket = socket
        // The variables are inherited: they may be meant for the process that has started this one.
        let watched = environment("WATCHDOG_PID").map { $0 == "\(process)" } ?? true
        let limit = environment("WATCHDOG_USEC").flatMap { Int64($0) }.flatMap { $0 > 0 ? $0 : nil }
        watchdogLimit = watched ? limit.map { .microseconds($0) } : nil
    }

    /// Tells the manager something, all of it at once.
    ///
    /// It waits up to a second for a manager that is busy, unless all it says is that it is alive.
    package func tell(_ notices: Notice...) {
        let file = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard file >= 0 else { return }
        defer { close(file) }
        var limit = timeval(tv_sec: 1, tv_usec: 0)
        unsafe setsockopt(file, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var (address, length) = address
        let message = Array(notices.map(\.text).joined(separator: "\n").utf8)
        let flags = Int32(MSG_NOSIGNAL) | (notices == [.alive] ? Int32(MSG_DONTWAIT) : 0)
        unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                while unsafe sendto(file, message, message.count, flags, address, length) < 0, errno == EINTR {}
            }
        }
    }

    private static var longestName: Int { MemoryLayout.size(ofValue: sockaddr_un().sun_path) }

    /// A name in no file system begins with a zero, and none ends it: unix(7).
    private var address: (sockaddr_un, socklen_t) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var name = Array(socket.utf8)
        if socket.hasPrefix("@") { name[0] = 0 } else { name.append(0) }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
        let header = MemoryLayout<sockaddr_un>.size - Self.longestName
        return (address, socklen_t(header + name.count))
    }
}
