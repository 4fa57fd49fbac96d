import Glibc
import ZeroMQ

/// Two ends of a connection without libzmq: one that writes, and a peer that may or may not read.
final class SocketPair {
    private let ends: (own: CInt, peer: CInt)
    /// The connection as its writer sees it.
    let connection: ZMQConnection

    convenience init() throws {
        var ends: [CInt] = [0, 0]
        guard unsafe socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
            throw POSIXFailure(code: errno)
        }
        try self.init(own: ends[0], peer: ends[1])
    }

    private init(own: CInt, peer: CInt) throws {
        ends = (own, peer)
        guard let connection = ZMQConnection(descriptor: own) else { throw POSIXFailure(code: errno) }
        self.connection = connection
    }

    /// A pair over the loopback device, of which the system knows how many bytes have come.
    static func overTCP() throws -> SocketPair {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        let peer = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        let isConnected = unsafe withUnsafeMutablePointer(to: &address) { place in
            unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                unsafe bind(listener, place, size) == 0 && listen(listener, 1) == 0
                    && getsockname(listener, place, &size) == 0 && connect(peer, place, size) == 0
            }
        }
        guard isConnected else { throw POSIXFailure(code: errno) }
        return try SocketPair(own: accept(listener, nil, nil), peer: peer)
    }

    deinit {
        close(ends.own)
        close(ends.peer)
    }

    /// The peer is sent a few bytes.
    func write() {
        _ = unsafe Glibc.write(ends.own, "unread", 6)
    }

    /// The peer takes them.
    func read() {
        var bytes = [UInt8](repeating: 0, count: 64)
        _ = unsafe Glibc.read(ends.peer, &bytes, bytes.count)
    }

    /// The peer sends something that waits to be taken.
    func send(_ count: Int = 7) {
        _ = unsafe Glibc.write(ends.peer, [UInt8](repeating: 0, count: count), count)
    }

    /// What the peer has sent is taken, all of it.
    func take(_ count: Int = 7) {
        var bytes = [UInt8](repeating: 0, count: count)
        _ = unsafe recv(ends.own, &bytes, count, CInt(MSG_WAITALL))
    }

    /// Whether the peer has been hung up on.
    var isOver: Bool {
        var byte: UInt8 = 0
        return unsafe recv(ends.peer, &byte, 1, CInt(MSG_DONTWAIT | MSG_PEEK)) == 0
    }
}

struct POSIXFailure: Error {
    let code: CInt
}
