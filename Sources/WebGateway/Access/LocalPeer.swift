internal import Glibc
internal import NIOCore
internal import Synchronization

/// Whose process is at the other end of a connection within this machine, found out once and when it matters.
final class LocalPeer: Sendable {
    /// That of the connection whose request is being answered.
    @TaskLocal static var current: LocalPeer?

    /// What the kernel says of users that a user namespace does not have (user_namespaces(7)), so of very many.
    private static let overflowUser: uid_t = 65_534

    /// Whether the connection came in where only this machine can.
    let isLocal: Bool
    private let channel: any Channel
    private let isOwnUser = Mutex<Bool?>(nil)

    init(of channel: any Channel) {
        self.channel = channel
        isLocal = channel.localAddress?.isLoopback == true
    }

    /// Whether it is the user of this program; `false` where nobody can tell.
    func isOwn() async -> Bool {
        if let found = isOwnUser.withLock({ $0 }) { return found }
        // What the kernel does not say now it does not say at the next request either.
        let user = await user()
        let isOwn = user == geteuid() && user != Self.overflowUser
        isOwnUser.withLock { $0 = isOwn }
        return isOwn
    }

    private func user() async -> uid_t? {
        if case .unixDomainSocket = channel.localAddress { return await credentials()?.user }
        guard let own = end(channel.localAddress), let peer = end(channel.remoteAddress) else { return nil }
        return SocketOwner.user(of: peer, connectedTo: own)
    }

    private func end(_ address: SocketAddress?) -> SocketOwner.End? {
        guard let text = address?.ipAddress, let port = address?.port else { return nil }
        return SocketOwner.End(address: text, port: port)
    }

    /// struct ucred of unix(7).
    private struct Credentials {
        var process: pid_t = 0
        var user: uid_t = 0
        var group: gid_t = 0
    }

    private func credentials() async -> Credentials? {
        guard let socket = channel as? any SocketOptionProvider else { return nil }
        let name = NIOBSDSocket.Option(rawValue: SO_PEERCRED)
        let found: EventLoopFuture<Credentials> = socket.unsafeGetSocketOption(level: .socket, name: name)
        return try? await found.get()
    }
}
