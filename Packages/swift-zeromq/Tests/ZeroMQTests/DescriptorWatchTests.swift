import Glibc
import Testing
import ZeroMQ

@Suite(.timeLimit(.minutes(10)))
struct DescriptorWatchTests {
    @Test func `a watched descriptor is told of for as long as it can be read`() async throws {
        try await withPair { owner, pair in
            let seen = Inlet<UInt8>()
            await owner.run { owner in
                _ = owner.node.watch(pair.reader, for: .readable) { readiness in
                    // One byte a turn: the rest is told of again.
                    seen.put(readiness == .readable ? pair.take() : 0)
                }
            }
            pair.put([1, 2, 3])
            for expected: UInt8 in 1...3 {
                let byte = try await seen.next()
                #expect(byte == expected)
            }
        }
    }

    @Test func `it is waited for what was asked last, and nothing after the end`() async throws {
        try await withPair { owner, pair in
            let seen = Inlet<ZMQReadiness>()
            await owner.run { owner in
                var watch: ZMQWatch?
                watch = owner.node.watch(pair.writer, for: []) { readiness in
                    seen.put(readiness)
                    if let watch { owner.node.end(watch) }
                }
                owner.node.schedule(after: .zero) {
                    seen.put([])
                    if let watch { owner.node.change(watch, to: .writable) }
                }
            }
            let first = try await seen.next()
            #expect(first == [])
            let second = try await seen.next()
            #expect(second == .writable)
            // It is writable still: a watch that goes on would put something before this.
            await owner.run { owner in
                _ = owner.node.schedule(after: .milliseconds(1)) { seen.put([.readable, .writable]) }
            }
            let third = try await seen.next()
            #expect(third == [.readable, .writable])
        }
    }

    @Test func `a peer that hangs up is told of as something to read`() async throws {
        try await withPair { owner, pair in
            let seen = Inlet<ZMQReadiness>()
            await owner.run { owner in
                var watch: ZMQWatch?
                watch = owner.node.watch(pair.reader, for: .readable) { readiness in
                    seen.put(readiness)
                    if let watch { owner.node.end(watch) }
                }
            }
            pair.hangUp()
            let told = try await seen.next()
            #expect(told == .readable)
        }
    }

    @Test func `sockets are served beside a descriptor that is always ready`() async throws {
        try await withPair { owner, pair in
            let echoed = Inlet<ZMQMultipart>()
            try await owner.run { owner in
                _ = owner.node.watch(pair.writer, for: .writable) { _ in }
                let router = try owner.node.makeRouter()
                try router.bind(.inproc(name: "beside"))
                let dealer = try owner.node.makeDealer()
                try dealer.connect(.inproc(name: "beside"))
                owner.echo(router)
                owner.pump(dealer, into: echoed)
                try dealer.send(message("x"))
            }
            #expect(try await frames(echoed.next()) == ["x"])
        }
    }

    @Test func `after the node's end a watch calls nobody and keeps nothing`() async throws {
        let owner = try await withOwner { $0 }
        let isKept = await owner.run { owner in
            final class Witness {}
            weak var witness: Witness?
            do {
                let held = Witness()
                witness = held
                owner.node.end(owner.node.watch(0, for: .readable) { _ in _ = held })
            }
            return witness != nil
        }
        #expect(!isKept)
    }
}

/// Two ends of a connection.
private struct Pair: Sendable {
    let reader: CInt
    let writer: CInt

    func put(_ bytes: [UInt8]) { _ = write(writer, bytes, bytes.count) }

    func take() -> UInt8 {
        var byte: UInt8 = 0
        return read(reader, &byte, 1) == 1 ? byte : 0
    }

    func hangUp() { shutdown(writer, CInt(SHUT_RDWR)) }
}

private func withPair(_ body: (Owner, Pair) async throws -> Void) async throws {
    var ends: [CInt] = [0, 0]
    let type = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
    try #require(socketpair(AF_UNIX, CInt(type), 0, &ends) == 0)
    let pair = Pair(reader: ends[0], writer: ends[1])
    defer { for end in ends { close(end) } }
    try await withOwner { try await body($0, pair) }
}
