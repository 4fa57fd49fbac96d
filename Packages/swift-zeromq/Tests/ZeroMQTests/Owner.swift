import Foundation
import ZeroMQ

/// An actor on a node's owner thread, through which tests reach the sockets.
actor Owner {
    let node: ZMQNode
    private(set) var notes: [String] = []
    private(set) var hops = 0
    private var authenticator: ZMQAuthenticator?
    /// Sockets that have no callback to hold them.
    private var kept: [ZMQSocket] = []
    private var question: ZMQMechanismQuestion?

    nonisolated var unownedExecutor: UnownedSerialExecutor { node.asUnownedSerialExecutor() }

    init(_ node: ZMQNode) {
        self.node = node
    }

    func run<R: Sendable>(_ body: @Sendable (isolated Owner) throws -> R) rethrows -> R {
        try body(self)
    }

    /// The least that TCP asks for: every address is let in, and called by its domain.
    func guarded() throws -> ZMQServerSecurity {
        if authenticator == nil {
            authenticator = try node.makeAuthenticator { .admitted(userID: $0.domain) }
        }
        return .unencrypted(domain: "test")
    }

    func keep(_ authenticator: ZMQAuthenticator) {
        self.authenticator = authenticator
    }

    func note(_ text: String) {
        notes.append(text)
    }

    func keep(_ question: ZMQMechanismQuestion) {
        self.question = question
    }

    func keep(_ socket: ZMQSocket) {
        kept.append(socket)
    }

    func hop() {
        hops += 1
    }

    /// Leaves so many jobs for the node, and says when a timer is called how many have run.
    func fill(_ count: Int, _ report: @escaping @Sendable (Int) -> Void) {
        for _ in 0..<count { Task { hop() } }
        _ = node.schedule(after: .zero) { self.assumeIsolated { report($0.hops) } }
    }

    /// Hands every message of a socket to an inlet; at most 64 an iteration.
    func pump(_ socket: some ZMQReceivingSocket, into inlet: Inlet<ZMQMultipart>) {
        var message = ZMQMultipart()
        node.whenReadable(socket) {
            for _ in 0..<64 {
                guard (try? socket.receive(into: &message)) == true else { return }
                inlet.put(message)
            }
        }
    }

    func pump(_ socket: XPubSocket, into inlet: Inlet<ZMQSubscription>) {
        node.whenReadable(socket) {
            while let subscription = try? socket.receiveSubscription() { inlet.put(subscription) }
        }
    }

    /// Answers every message of a router with the same frames.
    func echo(_ router: RouterSocket) {
        var message = ZMQMultipart()
        node.whenReadable(router) {
            for _ in 0..<256 {
                guard (try? router.receive(into: &message)) == true else { return }
                try? router.send(message)
            }
        }
    }
}

/// Values put in by callbacks and awaited by a test.
struct Inlet<Value: Sendable>: Sendable {
    private let stream: AsyncStream<Value>
    private let continuation: AsyncStream<Value>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    func put(_ value: Value) {
        continuation.yield(value)
    }

    /// The next value, waiting for it.
    func next() async throws -> Value {
        for await value in stream {
            return value
        }
        throw CancellationError()
    }

    /// The next value that fits; those before it are dropped.
    func next(where fits: (Value) -> Bool) async throws -> Value {
        while true {
            let value = try await next()
            if fits(value) { return value }
        }
    }
}

/// Runs a test with a node and an actor on it.
func withOwner<R: Sendable>(_ body: (Owner) async throws -> R) async throws -> R {
    try await ZMQNode.withNode(name: "test") { node in
        try await body(Owner(node))
    }
}

/// Runs a test with a directory of its own, short enough for an ipc path.
func withTemporaryDirectory<R>(_ body: (String) async throws -> R) async throws -> R {
    let directory = FileManager.default.temporaryDirectory.appending(path: "zmq-\(UInt32.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: directory) }
    return try await body(directory.path())
}

func frames(_ message: ZMQMultipart) -> [String] {
    (0..<message.count).map { String(decoding: message.frame($0), as: UTF8.self) }
}

func message(_ frames: String...) -> ZMQMultipart {
    var message = ZMQMultipart()
    for frame in frames {
        message.append(utf8: frame)
    }
    return message
}

/// Runs a test on the thread of a node, where it can make and use sockets itself.
func onNode<R: Sendable>(_ body: @concurrent @Sendable (ZMQNode) async throws -> R) async throws -> R {
    try await ZMQNode.withNode(name: "test") { try await $0.run(body) }
}

extension ZMQReceivingSocket {
    /// The texts of the next message, waiting for it.
    func next() async throws -> [String] { try await frames(receive()) }

    /// The texts of a message that is there already; `nil` without one.
    func nextNow() throws -> [String]? {
        var message = ZMQMultipart()
        return try receive(into: &message) ? frames(message) : nil
    }
}

extension ZMQSendingSocket {
    /// Sends without waiting; why not, if it was refused.
    func refusal(of message: ZMQMultipart) -> ZMQError.Code? {
        do throws(ZMQError) {
            try send(message)
            return nil
        } catch {
            return error.code
        }
    }
}

extension ZMQNode {
    /// Lets the node's loop go on.
    func pause() async {
        await withCheckedContinuation { continuation in
            schedule(after: .milliseconds(1)) { continuation.resume() }
        }
    }
}

extension ZMQContextOptions {
    /// The defaults with a change.
    static func with(_ change: (inout ZMQContextOptions) -> Void) -> ZMQContextOptions {
        var options = ZMQContextOptions()
        change(&options)
        return options
    }
}
