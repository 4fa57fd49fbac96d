internal import Glibc
internal import Platform
internal import Synchronization
internal import ZeroMQ

/// Finds the addresses of hosts by name, on a thread of its own: getaddrinfo(3) waits, and libpq would call it on ours.
final class HostLookup {
    /// What both threads have; the last of them closes the descriptors, so neither writes to one that is someone else's.
    private final class Shared: Sendable {
        let wakeup = Wakeup()
        let found = Mutex<[ConnectionSettings.Host]>([])
    }

    private let loop: EventLoop
    private let shared: Shared
    private var watch: EventLoop.Watch?

    /// Begins to look.
    ///
    /// - Parameters:
    ///   - hosts: All of them, those with addresses too.
    ///   - loop: What it runs in, on the thread of the caller.
    ///   - done: Gets the hosts in the same order, one for each address; those without any are left as they are, so that
    ///     libpq tells what is wrong with them.
    /// - Returns: `nil` when there is nothing to look for, or no thread to do it on.
    init?(_ hosts: [ConnectionSettings.Host], on loop: EventLoop, done: @escaping ([ConnectionSettings.Host]) -> Void) {
        guard hosts.contains(where: \.needsLookup) else { return nil }
        let shared = Shared()
        guard shared.wakeup.descriptor >= 0 else { return nil }
        self.loop = loop
        self.shared = shared
        do {
            _ = try NamedThread(name: "lookup") {
                let found = hosts.flatMap { $0.needsLookup ? $0.lookUp() : [$0] }
                shared.found.withLock { $0 = found }
                shared.wakeup.signal()
            }
        } catch {
            return nil
        }
        watch = loop.watch(shared.wakeup.descriptor, for: .readable) { [weak self] _ in
            guard let self else { return }
            cancel()
            done(shared.found.withLock { $0 })
        }
    }

    /// Ends it without an answer; before the last reference goes.
    func cancel() {
        if let watch { loop.end(watch) }
        watch = nil
    }
}

extension ConnectionSettings.Host {
    /// Whether it has a name that is not a path, nor an address already.
    var needsLookup: Bool {
        guard address.isEmpty, let first = name.utf8.first, first != UInt8(ascii: "/"), first != UInt8(ascii: "@")
        else {
            return false
        }
        var bytes = in6_addr()
        return unsafe inet_pton(AF_INET, name, &bytes) != 1 && inet_pton(AF_INET6, name, &bytes) != 1
    }

    /// Whether nothing of what is sent to it leaves this machine: a socket, or an address of the loopback interface.
    var isOnThisMachine: Bool {
        let place = address.isEmpty ? name : address
        guard let first = place.utf8.first, first != UInt8(ascii: "/"), first != UInt8(ascii: "@") else { return true }
        var bytes = in6_addr()
        if unsafe inet_pton(AF_INET, place, &bytes) == 1 { return place.hasPrefix("127.") }
        return place == "::1" || place == "localhost"
    }

    fileprivate func lookUp() -> [ConnectionSettings.Host] {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(name, nil, &hints, &list) == 0 else { return [self] }
        defer { unsafe freeaddrinfo(list) }
        var found: [ConnectionSettings.Host] = []
        var next = unsafe list
        while let entry = unsafe next {
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let isNumeric = unsafe getnameinfo(
                entry.pointee.ai_addr,
                entry.pointee.ai_addrlen,
                &text,
                socklen_t(text.count),
                nil,
                0,
                NI_NUMERICHOST
            )
            if isNumeric == 0 {
                let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
                found.append(.init(name: name, address: String(decoding: bytes, as: UTF8.self), port: port))
            }
            unsafe next = unsafe entry.pointee.ai_next
        }
        return found.isEmpty ? [self] : found
    }
}
