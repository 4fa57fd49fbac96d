import Testing
import ZeroMQ

/// A socket says by its descriptor that something was left for it, but not what a call on it has taken in already.
///
/// Whoever waits must not miss either.
@Suite(.timeLimit(.minutes(10)))
struct WaitTests {
    @Test func `what a callback leaves unread is told of again`() async throws {
        try await withOwner { owner in
            let received = Inlet<ZMQMultipart>()
            try await owner.run { owner in
                let (router, dealer) = try owner.pair()
                var request = ZMQMultipart()
                owner.node.whenReadable(router) {
                    if (try? router.receive(into: &request)) == true { received.put(request) }
                }
                for number in 0..<5 { try dealer.send(message("\(number)")) }
            }
            for number in 0..<5 {
                #expect(try await frames(received.next())[1] == "\(number)")
            }
        }
    }

    @Test func `a callback that reads nothing is called again, and so is one that takes its place`() async throws {
        try await withOwner { owner in
            let received = Inlet<ZMQMultipart>()
            try await owner.run { owner in
                let (router, dealer) = try owner.pair()
                let node = owner.node
                var request = ZMQMultipart()
                var calls = 0
                node.whenReadable(router) {
                    calls += 1
                    guard calls == 3 else { return }
                    node.whenReadable(router) {
                        if (try? router.receive(into: &request)) == true { received.put(request) }
                    }
                }
                try dealer.send(message("x"))
            }
            #expect(try await frames(received.next())[1] == "x")
        }
    }

    @Test func `a callback that has had enough is not called until it is set again, and nothing is lost`() async throws
    {
        try await withOwner { owner in
            let received = Inlet<ZMQMultipart>()
            try await owner.run { owner in
                let (router, dealer) = try owner.pair()
                let node = owner.node
                var request = ZMQMultipart()
                func take() {
                    if (try? router.receive(into: &request)) == true { received.put(request) }
                }
                var isStopped = false
                node.whenReadable(router) {
                    #expect(!isStopped)
                    take()
                    isStopped = true
                    node.stopReading(router)
                    // Later than some turns of the loop.
                    node.schedule(after: .milliseconds(5)) { node.whenReadable(router, perform: take) }
                }
                for number in 0..<5 { try dealer.send(message("\(number)")) }
            }
            for number in 0..<5 {
                #expect(try await frames(received.next())[1] == "\(number)")
            }
        }
    }

    @Test func `a callback set long after a message has come is called`() async throws {
        try await withOwner { owner in
            let (received, seen) = (Inlet<ZMQMultipart>(), Inlet<Void>())
            try await owner.run { owner in
                let (router, dealer) = try owner.pair()
                // Nobody reads the router until a second message has gone a way of its own.
                let (echo, witness) = try owner.pair("witness")
                owner.echo(echo)
                let node = owner.node
                var request = ZMQMultipart()
                node.whenReadable(witness) {
                    guard (try? witness.receive(into: &request)) == true else { return }
                    node.schedule(after: .milliseconds(1)) {
                        seen.put(())
                        node.whenReadable(router) {
                            if (try? router.receive(into: &request)) == true { received.put(request) }
                        }
                    }
                }
                try dealer.send(message("x"))
                try witness.send(message("y"))
            }
            try await seen.next()
            #expect(try await frames(received.next())[1] == "x")
        }
    }

    @Test func `a message that a call has taken in is told of`() async throws {
        try await withOwner { owner in
            let received = Inlet<ZMQMultipart>()
            try await owner.run { owner in
                let (router, dealer) = try owner.pair()
                owner.pump(router, into: received)
                // In a later turn of the loop, which has found nothing before.
                owner.node.schedule(after: .milliseconds(1)) {
                    try? dealer.send(message("x"))
                    _ = try? router.bind(.inproc(name: "another"))
                }
            }
            #expect(try await frames(received.next())[1] == "x")
        }
    }

    @Test(arguments: ["inproc", "ipc"])
    func `nothing is missed that comes while the socket is used for something else`(transport: String) async throws {
        let count = 20_000
        try await withTemporaryDirectory { directory in
            let endpoint: ZMQEndpoint = transport == "ipc" ? .ipc(path: "\(directory)/both") : .inproc(name: "both")
            try await withOwner { owner in
                let done = Inlet<Int>()
                try await owner.run { owner in
                    let router = try owner.node.makeRouter()
                    try router.bind(endpoint)
                    owner.echo(router)
                    let dealer = try owner.node.makeDealer()
                    try dealer.connect(endpoint)
                    // Each answer that is read sends the next request: the send takes in what the router's thread left.
                    var (received, sent) = (0, 0)
                    var answer = ZMQMultipart()
                    owner.node.whenReadable(dealer) {
                        guard (try? dealer.receive(into: &answer)) == true else { return }
                        received += 1
                        if received == count { done.put(received) }
                        if sent < count, (try? dealer.send(answer)) != nil { sent += 1 }
                    }
                    owner.node.whenWritable(dealer) {
                        while sent < 8, (try? dealer.send(message("x"))) != nil { sent += 1 }
                    }
                }
                #expect(try await done.next() == count)
            }
        }
    }

    @Test func `a full queue is told of when there is room again, among sockets that are idle`() async throws {
        try await withOwner { owner in
            let (received, refused) = (Inlet<ZMQMultipart>(), Inlet<Bool>())
            try await owner.run { owner in
                for number in 0..<100 { _ = try owner.pair("idle.\(number)") }
                var options = ZMQSocketOptions.router
                options.receiveHighWaterMark = 10
                let router = try owner.node.makeRouter(options)
                try router.bind(.inproc(name: "full"))
                options = .dealer
                options.sendHighWaterMark = 10
                let dealer = try owner.node.makeDealer(options)
                try dealer.connect(.inproc(name: "full"))
                var sent = 0
                while (try? dealer.send(message("\(sent)"))) != nil { sent += 1 }
                refused.put(sent < 1_000)
                owner.node.whenWritable(dealer) { try? dealer.send(message("last")) }
                owner.pump(router, into: received)
            }
            #expect(try await refused.next())
            _ = try await received.next { frames($0)[1] == "last" }
        }
    }
}

extension Owner {
    /// A ROUTER, and a DEALER that is connected to it; both stay open, because the end of one is told to the other.
    fileprivate func pair(_ name: String = "pair") throws -> (RouterSocket, DealerSocket) {
        let router = try node.makeRouter()
        try router.bind(.inproc(name: name))
        let dealer = try node.makeDealer()
        try dealer.connect(.inproc(name: name))
        keep(router)
        keep(dealer)
        return (router, dealer)
    }
}
