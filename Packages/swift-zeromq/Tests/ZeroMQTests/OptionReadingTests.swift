import CZMQ
import Foundation
import Testing

@testable import ZeroMQ

/// Each field of the options, set to something else than the default, is found again where it has its effect.
@Suite(.timeLimit(.minutes(10)))
struct OptionReadingTests {
    struct Field: Sendable, CustomTestStringConvertible {
        let name: String
        var role = ZMQRole.dealer
        let option: CInt
        let value: Int64
        let change: @Sendable (inout ZMQSocketOptions) -> Void

        var testDescription: String { name }
    }

    static let inLibrary: [Field] = [
        Field(name: "sendHighWaterMark", option: ZMQ_SNDHWM, value: 7) { $0.sendHighWaterMark = 7 },
        Field(name: "receiveHighWaterMark", option: ZMQ_RCVHWM, value: 8) { $0.receiveHighWaterMark = 8 },
        Field(name: "maximumFrameBytes", option: ZMQ_MAXMSGSIZE, value: 1 << 33) { $0.maximumFrameBytes = 1 << 33 },
        Field(name: "handshakeInterval", option: ZMQ_HANDSHAKE_IVL, value: 1_234) {
            $0.handshakeInterval = .milliseconds(1_234)
        },
        Field(name: "heartbeatInterval", option: ZMQ_HEARTBEAT_IVL, value: 1_500) {
            $0.heartbeatInterval = .milliseconds(1_500)
        },
        Field(name: "heartbeatTimeout", option: ZMQ_HEARTBEAT_TIMEOUT, value: 9_000) {
            $0.heartbeatTimeout = .seconds(9)
        },
        Field(name: "heartbeatTimeToLive", option: ZMQ_HEARTBEAT_TTL, value: 6_553_000) {
            $0.heartbeatTimeToLive = .seconds(6_553)
        },
        Field(name: "reconnectInterval", option: ZMQ_RECONNECT_IVL, value: 33) {
            $0.reconnectInterval = .milliseconds(33)
        },
        Field(name: "maximumReconnectInterval", option: ZMQ_RECONNECT_IVL_MAX, value: 0) {
            $0.maximumReconnectInterval = .zero
        },
        Field(name: "immediate", option: ZMQ_IMMEDIATE, value: 1) { $0.immediate = true },
        // A part of a millisecond is one.
        Field(name: "connectTimeout", option: ZMQ_CONNECT_TIMEOUT, value: 251) {
            $0.connectTimeout = .milliseconds(250) + .nanoseconds(1)
        },
        Field(name: "tcpRetransmissionTimeout", option: ZMQ_TCP_MAXRT, value: 20_000) {
            $0.tcpRetransmissionTimeout = .seconds(20)
        },
        Field(name: "sendBufferBytes", option: ZMQ_SNDBUF, value: 70_000) { $0.sendBufferBytes = 70_000 },
        Field(name: "receiveBufferBytes", option: ZMQ_RCVBUF, value: 80_000) { $0.receiveBufferBytes = 80_000 },
        Field(name: "typeOfService", option: ZMQ_TOS, value: 0x28) { $0.typeOfService = 0x28 },
        Field(name: "ioThreads", option: ZMQ_AFFINITY, value: .min | 1) { $0.ioThreads = 1 << 63 | 1 },
        Field(name: "keepsOnlyLast", role: .pull, option: ZMQ_CONFLATE, value: 1) { $0.keepsOnlyLast = true },
        Field(name: "invertsMatching", role: .sub, option: ZMQ_INVERT_MATCHING, value: 1) { $0.invertsMatching = true },
    ]

    /// What libzmq does not tell, or what is ours, with the test that shows its effect.
    static let byEffect = [
        "maximumFrames": "frames over the limit are counted and not kept, and the next message is whole",
        "maximumMessageBytes": "bytes over the limit are not kept, and the next message is whole",
        "identifiesPeers": "one socket tells its peers apart: by key, by address, by process",
        "backlog": "the settings that are used later are read where they are used",
        "tcpBacklog": "as many connections may wait over TCP as its own setting says",
        "linger": "what was not sent outlives its socket as long as it may",
        "metadata": "what a peer says of itself can be read of its messages",
        "subscriptions": "wishes pass through an xsub, and messages come back by them",
        "welcomeMessage": "a publisher's first message to a subscriber is the welcome",
        "repeatsSubscriptions": "subscriptions pass to the publisher, and their end when the last subscriber is gone",
        "refusesWhenFull": "a publisher that may not drop refuses what one subscriber has no room for",
        "routingID": "the settings that are used later are read where they are used",
        "takesOverRoutingIDs": "a name that is taken goes to the newcomer only where that is allowed",
        "probesRouters": "a probe tells a router of its peer before that has said anything",
        "choosesRoutingID": "a client that chooses its routing id has one that nobody can guess",
    ]

    @Test(arguments: inLibrary)
    func `what is set is what libzmq has`(field: Field) async throws {
        try await onNode { node in
            var options = field.role.defaults
            let usual = try node.read(field.option, field.role, options)
            #expect(usual != field.value, "that is the default")
            field.change(&options)
            let present = try node.read(field.option, field.role, options)
            #expect(present == field.value)
        }
    }

    @Test func `the settings that are used later are read where they are used`() async throws {
        try await withTemporaryDirectory { directory in
            try await onNode { node in
                var options = ZMQSocketOptions.dealer
                options.linger = .milliseconds(1_001)
                options.backlog = 17
                options.routingID = [1, 0, 2]
                options.maximumFrames = 3
                options.maximumMessageBytes = 4
                let dealer = try node.makeDealer(options)
                defer { dealer.close() }
                let handle = dealer.handle
                #expect(handle.linger == 1_001)
                #expect(handle.maximumFrames == 3 && handle.maximumBytes == 4)
                #expect(try handle.bytes(of: ZMQ_ROUTING_ID) == [1, 0, 2])
                _ = try handle.bind(.ipc(path: "\(directory)/x"), security: .local)
                #expect(try handle.number(of: ZMQ_BACKLOG) == 17)
                // In vain would be kept for ever what waits for a peer that is gone.
                #expect(try handle.number(of: ZMQ_LINGER) == 0)
            }
        }
    }

    /// A field that is new fails here until there is a test of it.
    @Test func `no field is without a test`() throws {
        let fields = Mirror(reflecting: ZMQSocketOptions.dealer).children.compactMap(\.label)
        #expect(fields.count > 25)
        #expect(Set(fields) == Set(Self.inLibrary.map(\.name)).union(Self.byEffect.keys))
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let tests = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        for (field, test) in Self.byEffect {
            let isThere = tests.contains("func `\(test)`")
            #expect(isThere, "\(field)")
        }
    }
}

extension ZMQRole {
    fileprivate var defaults: ZMQSocketOptions {
        switch self {
        case .pull: .pull
        case .sub: .sub
        default: .dealer
        }
    }
}

extension ZMQNode {
    fileprivate func read(_ option: CInt, _ role: ZMQRole, _ options: ZMQSocketOptions) throws -> Int64 {
        let handle = try makeSocket(role, options: options)
        defer { closeSocket(handle.id) }
        return try handle.number(of: option)
    }
}

extension SocketHandle {
    fileprivate func bytes(of option: CInt) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 256)
        var count = bytes.count
        try #require(zmq_getsockopt(open(), option, &bytes, &count) == 0)
        return Array(bytes[..<count])
    }

    /// An option of 4 or of 8 bytes: libzmq gives it only to who knows which.
    fileprivate func number(of option: CInt) throws -> Int64 {
        var (short, count) = (Int32(0), MemoryLayout<Int32>.size)
        if zmq_getsockopt(try open(), option, &short, &count) == 0 { return Int64(short) }
        var long = Int64(0)
        count = MemoryLayout<Int64>.size
        try #require(zmq_getsockopt(open(), option, &long, &count) == 0)
        return long
    }
}
