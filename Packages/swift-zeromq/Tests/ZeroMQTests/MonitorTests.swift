import Glibc
import Testing
import ZeroMQ

@Suite(.timeLimit(.minutes(10)))
struct MonitorTests {
    @Test func `both sides see a connection come and go`() async throws {
        try await withTemporaryDirectory { directory in
            let endpoint = ZMQEndpoint.ipc(path: "\(directory)/watched")
            try await withOwner { owner in
                let server = Inlet<ZMQMonitorEvent>()
                let client = Inlet<ZMQMonitorEvent>()
                try await owner.run { owner in
                    let dealer = try owner.node.makeDealer()
                    try dealer.monitor { event in
                        client.put(event)
                        if event.kind == .handshakeSucceeded { try? dealer.disconnect(endpoint) }
                    }
                    let router = try owner.node.makeRouter()
                    try router.monitor { server.put($0) }
                    try router.bind(endpoint)
                    owner.echo(router)
                    try dealer.connect(endpoint)
                }
                for kind: ZMQMonitorEvent.Kind in [.listening, .accepted, .handshakeSucceeded, .disconnected] {
                    let event = try await server.next()
                    #expect(event.kind == kind)
                    #expect(event.endpoint == endpoint.description)
                }
                _ = try await client.next { $0.kind == .connected }
                _ = try await client.next { $0.kind == .handshakeSucceeded }
            }
        }
    }

    @Test func `an address with nobody behind it is tried again and again`() async throws {
        try await withTemporaryDirectory { directory in
            try await withOwner { owner in
                let events = Inlet<ZMQMonitorEvent>()
                try await owner.run { owner in
                    var options = ZMQSocketOptions.dealer
                    options.reconnectInterval = .milliseconds(1)
                    let dealer = try owner.node.makeDealer(options)
                    try dealer.monitor { events.put($0) }
                    try dealer.connect(.ipc(path: "\(directory)/nobody"))
                    owner.keep(dealer)
                }
                for _ in 0..<3 {
                    _ = try await events.next { $0.kind == .connectRetried }
                }
            }
        }
    }

    @Test func `events that nobody had time to read hold nobody up, and none is lost`() async throws {
        try await withOwner { owner in
            let events = Inlet<ZMQMonitorEvent>()
            try await owner.run { owner in
                let router = try owner.node.makeRouter()
                try router.monitor { events.put($0) }
                for _ in 0..<2500 {
                    try router.unbind(router.bind(.tcp(host: "127.0.0.1", port: 0), security: owner.guarded()))
                }
                owner.keep(router)
            }
            for _ in 0..<2500 {
                _ = try await events.next { $0.kind == .listening }
            }
        }
    }

    @Test func `a socket may be closed from its own monitor, and nothing is reported afterwards`() async throws {
        try await withOwner { owner in
            let closed = Inlet<Bool>()
            try await owner.run { owner in
                let router = try owner.node.makeRouter()
                try router.monitor { _ in
                    closed.put(router.isOpen)
                    router.close()
                    closed.put(router.isOpen)
                    owner.node.schedule(after: .zero) { closed.put(true) }
                }
                try router.bind(.tcp(host: "127.0.0.1", port: 0), security: owner.guarded())
                try router.bind(.tcp(host: "127.0.0.1", port: 0), security: owner.guarded())
            }
            #expect(try await [closed.next(), closed.next(), closed.next()] == [true, false, true])
        }
    }

    @Test func `as many connections may wait over TCP as its own setting says`() async throws {
        try await withOwner { owner in
            let events = Inlet<ZMQMonitorEvent>()
            try await owner.run { owner in
                var options = ZMQSocketOptions.router
                options.backlog = 3
                options.tcpBacklog = 7
                let router = try owner.node.makeRouter(options)
                try router.monitor { events.put($0) }
                try router.bind(.tcp(host: "127.0.0.1", port: 0), security: owner.guarded())
                owner.keep(router)
            }
            let listener = try await events.next { $0.kind == .listening }
            #expect(try backlog(of: CInt(listener.value)) == 7)
        }
    }

    /// How many connections may wait at a listening socket.
    private func backlog(of descriptor: CInt) throws -> UInt32 {
        var info = tcp_info()
        var size = socklen_t(MemoryLayout.size(ofValue: info))
        try #require(getsockopt(descriptor, CInt(IPPROTO_TCP), TCP_INFO, &info, &size) == 0)
        // net/ipv4/tcp.c: of a socket that listens, it is not what was acknowledged selectively.
        return info.tcpi_sacked
    }
}
