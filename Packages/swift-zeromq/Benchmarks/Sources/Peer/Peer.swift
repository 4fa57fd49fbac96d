import ZeroMQ

/// One end, or both, of a measurement: see bench.py for the arguments and what is printed.
@main
struct Peer {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 9, let size = Int(arguments[4]), let count = Int(arguments[5]) else {
            print("Peer FACE KIND ENDPOINT SIZE COUNT SERVER-KEY PUBLIC-KEY SECRET-KEY")
            return
        }
        let work = Work(kind: arguments[2], size: size, count: count)
        let keys = try Keys(server: arguments[6], own: arguments[7], secret: arguments[8])
        let endpoint = try ZMQEndpoint(parsing: arguments[3])
        try await ZMQNode.withNode(name: "bench") { node in
            if arguments[1] == "async" {
                try await node.run { try await TaskFace(node: $0, work: work).run(endpoint, keys) }
            } else {
                try await CallbackFace(node, work).run(endpoint, keys)
            }
        }
    }
}

/// What is measured.
struct Work: Sendable {
    let isLatency: Bool
    let isInProcess: Bool
    let isServer: Bool
    let size: Int
    let count: Int

    init(kind: String, size: Int, count: Int) {
        isLatency = kind.contains("latency")
        isInProcess = kind.contains("inproc")
        isServer = kind.contains("server")
        self.size = size
        self.count = count
    }

    /// Messages from here on are received and sent without a copy; below, reusing memory is faster, as was measured.
    static let ownedSize = 16_384
    var isOwned: Bool { size >= Self.ownedSize }

    var bytes: [UInt8] { [UInt8](repeating: 0, count: size) }

    func options(_ defaults: ZMQSocketOptions) -> ZMQSocketOptions {
        var options = defaults
        options.sendHighWaterMark = 10_000
        options.receiveHighWaterMark = 10_000
        options.maximumFrameBytes = 2 << 20
        // All that was sent has to leave.
        options.linger = .seconds(100)
        return options
    }

    func report(since start: ContinuousClock.Instant) {
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        print(Double(seconds) + Double(attoseconds) / 1e18)
    }
}

/// The keys of both ends, or none.
struct Keys: Sendable {
    let pair: CurveKeyPair?
    let serverKey: CurvePublicKey?

    init(server: String, own: String, secret: String) throws {
        guard !server.isEmpty else {
            (pair, serverKey) = (nil, nil)
            return
        }
        serverKey = try CurvePublicKey(parsing: server)
        let certificate = "metadata\ncurve\n    public-key = \"\(own)\"\n    secret-key = \"\(secret)\"\n"
        pair = try CurveKeyPair(parsing: certificate.utf8.span)
    }

    func serverSecurity(at endpoint: ZMQEndpoint) -> ZMQServerSecurity {
        guard case .tcp = endpoint else { return .local }
        guard let pair else { return .unencrypted(domain: "bench") }
        return .curve(pair, domain: "bench")
    }

    var clientSecurity: ZMQClientSecurity {
        guard let pair, let serverKey else { return .none }
        return .curve(server: serverKey, client: pair)
    }
}
