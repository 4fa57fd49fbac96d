internal import Glibc
internal import Platform

/// Why a request to the collector came to nothing.
struct CollectorFailure: Error {
    let reason: String
    /// Whether it may succeed later.
    let isPassing: Bool
}

/// One request to the collector: a connection of its own, since there is one in some seconds.
struct CollectorConnection: ~Copyable {
    /// Of an answer, this is read at most.
    private static let mostRead = 8_192

    private let socket: CInt
    private let bell: WakeSignal
    /// Until when all has to be done, in monotonic nanoseconds, as it is at the moment.
    private let deadline: () -> UInt64

    deinit { close(socket) }

    private init(_ socket: CInt, _ bell: WakeSignal, _ deadline: @escaping () -> UInt64) {
        (self.socket, self.bell, self.deadline) = (socket, bell, deadline)
    }

    /// Sends JSON.
    ///
    /// - Parameters:
    ///   - body: One JSON text.
    ///   - endpoint: Where to.
    ///   - headers: Further ones.
    ///   - bell: Rings when the deadline has changed.
    ///   - deadline: Until when, in monotonic nanoseconds.
    /// - Throws: ``CollectorFailure`` unless the collector has taken it.
    static func post(
        _ body: [UInt8],
        to endpoint: CollectorEndpoint,
        _ headers: [(name: String, value: String)],
        waking bell: WakeSignal,
        by deadline: @escaping () -> UInt64
    ) throws(CollectorFailure) {
        let connection = try open(endpoint, bell, deadline)
        var head = "POST \(endpoint.path) HTTP/1.1\r\nHost: \(endpoint.authority)\r\n"
        head += "Content-Type: application/json\r\nContent-Length: \(body.count)\r\nConnection: close\r\n"
        for header in headers { head += "\(header.name): \(header.value)\r\n" }
        try connection.send(Array((head + "\r\n").utf8) + body)
        let status = try connection.status()
        guard (200...299).contains(status) else {
            throw CollectorFailure(reason: "it answers \(status)", isPassing: [429, 502, 503, 504].contains(status))
        }
    }

    /// A connection to one of the endpoint's addresses, the first that takes it.
    private static func open(
        _ endpoint: CollectorEndpoint,
        _ bell: WakeSignal,
        _ deadline: @escaping () -> UInt64
    ) throws(CollectorFailure) -> CollectorConnection {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let result = unsafe getaddrinfo(endpoint.host, endpoint.port, &hints, &found)
        guard result == 0 else {
            throw CollectorFailure(reason: unsafe String(cString: gai_strerror(result)), isPassing: true)
        }
        defer { unsafe freeaddrinfo(found) }
        var failure = CollectorFailure(reason: "it has no address", isPassing: true)
        var next = unsafe found
        while let address = unsafe next?.pointee {
            do throws(CollectorFailure) {
                return unsafe try open(address, bell, deadline)
            } catch {
                failure = error
            }
            unsafe next = address.ai_next
        }
        throw failure
    }

    private static func open(
        _ address: addrinfo,
        _ bell: WakeSignal,
        _ deadline: @escaping () -> UInt64
    ) throws(CollectorFailure) -> CollectorConnection {
        let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let socket = unsafe Glibc.socket(address.ai_family, kind, 0)
        guard socket >= 0 else { throw CollectorFailure(errno) }
        let connection = CollectorConnection(socket, bell, deadline)
        guard unsafe connect(socket, address.ai_addr, address.ai_addrlen) == 0 || errno == EINPROGRESS else {
            throw CollectorFailure(errno)
        }
        try connection.wait(for: POLLOUT)
        var (code, size) = (CInt(0), socklen_t(MemoryLayout<CInt>.size))
        guard unsafe getsockopt(socket, SOL_SOCKET, SO_ERROR, &code, &size) == 0, code == 0 else {
            throw CollectorFailure(code == 0 ? errno : code)
        }
        return connection
    }

    private func send(_ bytes: [UInt8]) throws(CollectorFailure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            try wait(for: POLLOUT)
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe Glibc.send(socket, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
            }
            if count < 0, errno == EAGAIN || errno == EINTR { continue }
            guard count > 0 else { throw CollectorFailure(errno) }
            rest = rest.dropFirst(count)
        }
    }

    /// The status of the answer, of which nothing else matters.
    private func status() throws(CollectorFailure) -> Int {
        var answer: [UInt8] = []
        while !answer.contains(UInt8(ascii: "\n")), answer.count < Self.mostRead {
            try wait(for: POLLIN)
            var bytes = [UInt8](repeating: 0, count: 1_024)
            let count = unsafe bytes.withUnsafeMutableBytes { bytes in
                unsafe recv(socket, bytes.baseAddress, bytes.count, 0)
            }
            if count < 0, errno == EAGAIN || errno == EINTR { continue }
            guard count > 0 else { break }
            answer += bytes[..<count]
        }
        let words = String(decoding: answer.prefix(64), as: UTF8.self).split(separator: " ")
        guard words.count > 1, words[0].hasPrefix("HTTP/1."), let status = Int(words[1].prefix(3)) else {
            throw CollectorFailure(reason: "its answer is not HTTP", isPassing: true)
        }
        return status
    }

    private func wait(for events: CInt) throws(CollectorFailure) {
        while !bell.wait(until: deadline(), socket: socket, for: events) {
            guard SystemClock.monotonic < deadline() else {
                throw CollectorFailure(reason: "it did not answer in time", isPassing: true)
            }
        }
    }
}

extension CollectorFailure {
    fileprivate init(_ number: CInt) { self.init(reason: SystemError.text(number), isPassing: true) }
}
