import Glibc
import Testing
import ZeroMQ

@Suite(.timeLimit(.minutes(10)))
struct LivenessTests {
    @Test func `a peer that is connected and says nothing is given up`() async throws {
        try await withOwner { owner in
            let kinds = Inlet<ZMQMonitorEvent.Kind>()
            try await owner.run { owner in
                // Speaks TCP only: what it sends after a handshake is up to it, and it answers no ping.
                let peer = try owner.node.makeStream()
                let endpoint = try peer.bind(.tcp(host: "127.0.0.1", port: 0), security: owner.guarded())
                var received = ZMQMultipart()
                owner.node.whenReadable(peer) {
                    guard (try? peer.receive(into: &received)) == true, received.size(of: 1) == 0 else { return }
                    try? peer.send(ZMQMultipart(received.frame(0), Self.handshake))
                }
                var options = ZMQSocketOptions.dealer
                options.heartbeatInterval = .milliseconds(20)
                options.heartbeatTimeout = .milliseconds(20)
                let dealer = try owner.node.makeDealer(options)
                try dealer.monitor { kinds.put($0.kind) }
                try dealer.connect(endpoint)
                owner.keep(dealer)
            }
            _ = try await kinds.next { $0 == .handshakeSucceeded }
            _ = try await kinds.next { $0 == .disconnected }
        }
    }

    @Test func `a signal in the middle of a wait loses nothing`() async throws {
        // Does nothing, so that system calls end early.
        signal(SIGUSR1) { _ in }
        defer { signal(SIGUSR1, SIG_DFL) }
        try await ZMQNode.withNode(name: "signals") { node in
            try await node.run { node in
                var signals = sigset_t()
                sigemptyset(&signals)
                sigaddset(&signals, SIGUSR1)
                // The node blocks all signals on its threads: this one is let through to it.
                pthread_sigmask(SIG_UNBLOCK, &signals, nil)
                let owner = pthread_self()
                let count = 2_000
                let (received, hasReceived) = AsyncStream.makeStream(of: Void.self)
                try await withTemporaryDirectory { directory in
                    try await withThrowingTaskGroup { group in
                        group.addTask {
                            try await node.withPush { push in
                                try push.connect(.ipc(path: "\(directory)/work"))
                                for number in 0..<count {
                                    try await push.send(message("\(number)"))
                                    // So that the thread waits now and then.
                                    if number % 8 == 0 { try await Task.sleep(for: .microseconds(100)) }
                                }
                                await received.first { _ in true }
                            }
                        }
                        // On another thread, for as long as messages are on their way.
                        let interrupting = Task.detached {
                            while !Task.isCancelled {
                                pthread_kill(owner, SIGUSR1)
                                await Task.yield()
                            }
                        }
                        defer { interrupting.cancel() }
                        try await node.withPull { pull in
                            try pull.bind(.ipc(path: "\(directory)/work"))
                            for number in 0..<count {
                                #expect(try await frames(pull.receive(timeout: .seconds(60))) == ["\(number)"])
                            }
                            hasReceived.yield()
                        }
                        try await group.waitForAll()
                    }
                }
            }
        }
    }

    /// A greeting of ZMTP 3.0 (RFC 23) without security, and what a ROUTER says first.
    private static let handshake: [UInt8] = {
        var bytes: [UInt8] = [0xFF] + [UInt8](repeating: 0, count: 8) + [0x7F, 3, 0]
        bytes += "NULL".utf8 + [UInt8](repeating: 0, count: 48)
        bytes += [4, 28, 5] + "READY".utf8 + [11] + "Socket-Type".utf8 + [0, 0, 0, 6] + "ROUTER".utf8
        return bytes
    }()
}
