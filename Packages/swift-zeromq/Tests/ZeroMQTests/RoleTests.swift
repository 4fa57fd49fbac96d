import Testing
import ZeroMQ

/// What each role does with the roles it may talk to, over inproc.
@Suite(.timeLimit(.minutes(10)))
struct RoleTests {
    @Test func `a pair talks in both directions`() async throws {
        try await withOwner { owner in
            let (here, there) = (Inlet<ZMQMultipart>(), Inlet<ZMQMultipart>())
            try await owner.run { owner in
                let one = try owner.node.makePair()
                let other = try owner.node.makePair()
                try one.bind(.inproc(name: "pair"))
                try other.connect(.inproc(name: "pair"))
                owner.pump(one, into: here)
                owner.pump(other, into: there)
                try one.send(message("a", "b"))
                try other.send(message("c"))
            }
            #expect(try await frames(there.next()) == ["a", "b"])
            #expect(try await frames(here.next()) == ["c"])
        }
    }

    @Test func `a pusher hands each message to one of its pullers, in turn`() async throws {
        try await withOwner { owner in
            let inlets = [Inlet<ZMQMultipart>(), Inlet<ZMQMultipart>()]
            try await owner.run { owner in
                let push = try owner.node.makePush()
                for (number, inlet) in inlets.enumerated() {
                    // The puller binds: any role may.
                    let pull = try owner.node.makePull()
                    try pull.bind(.inproc(name: "work.\(number)"))
                    try push.connect(.inproc(name: "work.\(number)"))
                    owner.pump(pull, into: inlet)
                }
                for number in 0..<4 { try push.send(message("\(number)")) }
                owner.keep(push)
            }
            var seen: [String] = []
            for inlet in inlets {
                for _ in 0..<2 { try await seen += frames(inlet.next()) }
            }
            #expect(seen == ["0", "2", "1", "3"])
        }
    }

    @Test func `a reply goes to who has asked, and neither speaks out of turn`() async throws {
        try await withOwner { owner in
            let (questions, answers) = (Inlet<ZMQMultipart>(), Inlet<ZMQMultipart>())
            try await owner.run { owner in
                let reply = try owner.node.makeReply()
                try reply.bind(.inproc(name: "ask"))
                let request = try owner.node.makeRequest()
                try request.connect(.inproc(name: "ask"))
                #expect(throws: ZMQError.self) { try reply.send(message("x")) }
                var question = ZMQMultipart()
                owner.node.whenReadable(reply) {
                    guard (try? reply.receive(into: &question)) == true else { return }
                    questions.put(question)
                    #expect(
                        throws: ZMQError(.invalidState, "receive: Operation cannot be accomplished in current state")
                    ) { try reply.receive(into: &question) }
                    try? reply.send(message("answer"))
                }
                owner.pump(request, into: answers)
                try request.send(message("question"))
            }
            #expect(try await frames(questions.next()) == ["question"])
            #expect(try await frames(answers.next()) == ["answer"])
        }
    }

    @Test func `a second question may be asked before the first is answered, whose answer is dropped`() async throws {
        try await withOwner { owner in
            let answers = Inlet<ZMQMultipart>()
            try await owner.run { owner in
                let router = try owner.node.makeRouter()
                try router.bind(.inproc(name: "ask"))
                let request = try owner.node.makeRequest()
                try request.connect(.inproc(name: "ask"))
                owner.pump(request, into: answers)
                var held: [ZMQMultipart] = []
                var question = ZMQMultipart()
                owner.node.whenReadable(router) {
                    guard (try? router.receive(into: &question)) == true else { return }
                    held.append(question)
                    guard held.count == 2 else { return }
                    for question in held { try? router.send(question) }
                }
                try request.send(message("first"))
                try request.send(message("second"))
            }
            #expect(try await frames(answers.next()) == ["second"])
        }
    }

    @Test func `wishes pass through an xsub, and messages come back by them`() async throws {
        try await withOwner { owner in
            let (wishes, messages, upstream) = (Inlet<ZMQSubscription>(), Inlet<ZMQMultipart>(), Inlet<ZMQMultipart>())
            try await owner.run { owner in
                let publisher = try owner.node.makeXPub()
                try publisher.bind(.inproc(name: "news"))
                var options = ZMQSocketOptions.xsub
                options.subscriptions = [Array("from the start".utf8)]
                let subscriber = try owner.node.makeXSub(options)
                try subscriber.connect(.inproc(name: "news"))
                owner.pump(subscriber, into: messages)
                owner.keep(publisher)
                try subscriber.send(ZMQSubscription(topic: Array("a".utf8), isSubscribed: true))
                try subscriber.send(message("up"))
                var received = ZMQMultipart()
                owner.node.whenReadable(publisher) {
                    guard (try? publisher.receive(into: &received)) == true else { return }
                    guard let wish = ZMQSubscription(received) else { return upstream.put(received) }
                    wishes.put(wish)
                    guard wish.topic.count == 1 else { return }
                    try? publisher.send(message("b", "not wanted"))
                    try? publisher.send(message("apple", "wanted"))
                }
            }
            #expect(try await wishes.next() == ZMQSubscription(topic: Array("from the start".utf8), isSubscribed: true))
            #expect(try await wishes.next() == ZMQSubscription(topic: Array("a".utf8), isSubscribed: true))
            #expect(try await frames(messages.next()) == ["apple", "wanted"])
            #expect(try await frames(upstream.next()) == ["up"])
        }
    }

    @Test func `a publisher's first message to a subscriber is the welcome`() async throws {
        try await withOwner { owner in
            let messages = Inlet<ZMQMultipart>()
            try await owner.run { owner in
                var options = ZMQSocketOptions.pub
                options.welcomeMessage = Array("hello".utf8)
                let publisher = try owner.node.makePub(options)
                try publisher.bind(.inproc(name: "news"))
                owner.keep(publisher)
                options = .sub
                options.subscriptions = [[]]
                let subscriber = try owner.node.makeSub(options)
                try subscriber.connect(.inproc(name: "news"))
                owner.pump(subscriber, into: messages)
            }
            #expect(try await frames(messages.next()) == ["hello"])
        }
    }

    @Test func `a stream speaks with whoever speaks TCP`() async throws {
        try await withOwner { owner in
            let (here, there) = (Inlet<ZMQMultipart>(), Inlet<ZMQMultipart>())
            try await owner.run { owner in
                let server = try owner.node.makeStream()
                let endpoint = try server.bind(.tcp(host: "127.0.0.1", port: 0), security: owner.guarded())
                let client = try owner.node.makeStream()
                try client.connect(endpoint)
                var received = ZMQMultipart()
                owner.node.whenReadable(server) {
                    guard (try? server.receive(into: &received)) == true else { return }
                    here.put(received)
                    if received.size(of: 1) > 0 { try? server.send(received) }
                }
                owner.node.whenReadable(client) {
                    guard (try? client.receive(into: &received)) == true else { return }
                    there.put(received)
                    // Connected.
                    guard received.size(of: 1) == 0 else { return }
                    var hello = ZMQMultipart(received.frame(0))
                    hello.append(utf8: "GET / HTTP/1.0\r\n\r\n")
                    try? client.send(hello)
                }
            }
            #expect(try await frames(here.next())[1].isEmpty)
            #expect(try await frames(here.next())[1] == "GET / HTTP/1.0\r\n\r\n")
            #expect(try await frames(there.next())[1].isEmpty)
            #expect(try await frames(there.next())[1] == "GET / HTTP/1.0\r\n\r\n")
        }
    }

    @Test func `a router that connects has a name for its peer before it has said anything`() async throws {
        try await withOwner { owner in
            let received = Inlet<ZMQMultipart>()
            try await owner.run { owner in
                let dealer = try owner.node.makeDealer()
                try dealer.bind(.inproc(name: "worker"))
                owner.pump(dealer, into: received)
                let router = try owner.node.makeRouter()
                try router.connect(.inproc(name: "worker"), as: Array("worker 1".utf8))
                try router.send(message("worker 1", "begin"))
                owner.keep(router)
            }
            #expect(try await frames(received.next()) == ["begin"])
        }
    }

    @Test func `an option of another role is refused, not ignored`() async throws {
        try await withOwner { owner in
            await owner.run { owner in
                let mistakes: [(inout ZMQSocketOptions) -> Void] = [
                    { $0.welcomeMessage = [1] }, { $0.subscriptions = [[]] }, { $0.refusesWhenFull = true },
                    { $0.keepsOnlyLast = true }, { $0.routingID = [1] }, { $0.takesOverRoutingIDs = true },
                    { $0.probesRouters = true }, { $0.invertsMatching = true }, { $0.repeatsSubscriptions = false },
                ]
                for mistake in mistakes {
                    var options = ZMQSocketOptions.pair
                    mistake(&options)
                    let error = #expect(throws: ZMQError.self) { try owner.node.makePair(options) }
                    #expect(error?.code == .invalidOption)
                }
            }
        }
    }
}
