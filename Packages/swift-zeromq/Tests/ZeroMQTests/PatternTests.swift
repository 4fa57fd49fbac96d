import Testing
import ZeroMQ

/// What RFC 28 to 30 of ZeroMQ ask of request and reply, of pipelines, and of publishing.
@Suite(.timeLimit(.minutes(10)))
struct PatternTests {
    @Test func `a request asks its peers in turn, and hears the one that it has asked`() async throws {
        try await onNode { node in
            let request = try node.makeRequest()
            var replies: [ReplySocket] = []
            for number in 0..<3 {
                let reply = try node.makeReply()
                try reply.bind(.inproc(name: "service.\(number)"))
                try request.connect(.inproc(name: "service.\(number)"))
                replies.append(reply)
            }
            for number in 0..<6 {
                try await request.send(message("question"))
                let reply = replies[number % 3]
                #expect(try await reply.next() == ["question"])
                try reply.send(message("\(number)"))
                #expect(try await request.next() == ["\(number)"])
            }
        }
    }

    @Test func `what is no answer to the question is passed over`() async throws {
        try await onNode { node in
            let router = try node.makeRouter()
            try router.bind(.inproc(name: "service"))
            let request = try node.makeRequest()
            try request.connect(.inproc(name: "service"))
            try await request.send(message("question"))
            let question = try await router.receive()
            let (peer, number) = (question.frame(0), question.frame(1))
            #expect(number.count == 4 && question.size(of: 2) == 0)
            // Without a number, without the delimiter, with another's number, and without a body.
            try router.send(ZMQMultipart(peer, [], [1]))
            try router.send(ZMQMultipart(peer, number, [1]))
            try router.send(ZMQMultipart(peer, number.map { ~$0 }, [], [1]))
            try router.send(ZMQMultipart(peer, number))
            try router.send(ZMQMultipart(peer, number, [], [2], []))
            #expect(try await request.receive() == ZMQMultipart([2], []))
        }
    }

    @Test func `a reply keeps the whole envelope, and takes its peers in turn`() async throws {
        try await onNode { node in
            let reply = try node.makeReply()
            try reply.bind(.inproc(name: "service"))
            var dealers: [DealerSocket] = []
            for name in ["a", "b"] {
                let dealer = try node.makeDealer()
                try dealer.connect(.inproc(name: "service"))
                try await dealer.send(message("hop \(name)", "hop 2", "", name))
                try await dealer.send(message("", "\(name) again"))
                dealers.append(dealer)
            }
            for question in ["a", "b", "a again", "b again"] {
                #expect(try await reply.next() == [question])
                try reply.send(message("answer to \(question)"))
            }
            for (name, dealer) in zip(["a", "b"], dealers) {
                #expect(try await dealer.next() == ["hop \(name)", "hop 2", "", "answer to \(name)"])
                #expect(try await dealer.next() == ["", "answer to \(name) again"])
            }
        }
    }

    @Test func `a question passes a broker of a router and a dealer, and its answer comes back`() async throws {
        try await onNode { node in
            let (front, back) = (try node.makeRouter(), try node.makeDealer())
            try front.bind(.inproc(name: "front"))
            try back.bind(.inproc(name: "back"))
            let (request, reply) = (try node.makeRequest(), try node.makeReply())
            try request.connect(.inproc(name: "front"))
            try reply.connect(.inproc(name: "back"))
            try await request.send(message("two", "frames"))
            try await back.send(front.receive())
            #expect(try await reply.next() == ["two", "frames"])
            try reply.send(message("an", "answer"))
            try await front.send(back.receive())
            #expect(try await request.next() == ["an", "answer"])
        }
    }

    @Test func `a dealer sends to its peers in turn, and hears them in turn`() async throws {
        try await onNode { node in
            let dealer = try node.makeDealer()
            try dealer.bind(.inproc(name: "dealer"))
            var peers: [DealerSocket] = []
            for number in 0..<3 {
                let peer = try node.makeDealer()
                try peer.connect(.inproc(name: "dealer"))
                for _ in 0..<2 { try await peer.send(message("from \(number)")) }
                peers.append(peer)
            }
            var seen: [String] = []
            for _ in 0..<6 { seen += try await dealer.next() }
            #expect(Set(seen[..<3]).count == 3 && Set(seen[3...]).count == 3)
            for turn in 0..<2 {
                for _ in peers { try await dealer.send(message("turn \(turn)")) }
                for peer in peers { #expect(try await peer.next() == ["turn \(turn)"]) }
            }
        }
    }

    @Test func `a puller takes a message of each pusher in turn, whole`() async throws {
        try await onNode { node in
            let pull = try node.makePull()
            try pull.bind(.inproc(name: "sink"))
            var pushers: [PushSocket] = []
            for name in ["a", "b"] {
                let push = try node.makePush()
                try push.connect(.inproc(name: "sink"))
                for number in 0..<3 { try await push.send(message(name, "\(number)", "end")) }
                pushers.append(push)
            }
            var seen: [[String]] = []
            for _ in 0..<6 { seen.append(try await pull.next()) }
            #expect(seen.allSatisfy { $0.count == 3 && $0[2] == "end" })
            for turn in stride(from: 0, to: 6, by: 2) { #expect(seen[turn][0] != seen[turn + 1][0]) }
        }
    }

    @Test func `a pair has one peer, and a third party is not heard`() async throws {
        try await onNode { node in
            let (one, other, third) = (try node.makePair(), try node.makePair(), try node.makePair())
            try one.bind(.inproc(name: "pair"))
            try other.connect(.inproc(name: "pair"))
            try third.connect(.inproc(name: "pair"))
            try await third.send(message("me too"))
            try await other.send(message("hello"))
            #expect(try await one.next() == ["hello"])
            try await one.send(message("hello yourself"))
            #expect(try await other.next() == ["hello yourself"])
            #expect(try one.nextNow() == nil && third.nextNow() == nil)
        }
    }

    @Test func `inverted, subscribers get what they did not ask for`() async throws {
        try await onNode { node in
            var options = ZMQSocketOptions.xpub
            options.invertsMatching = true
            let publisher = try node.makeXPub(options)
            try publisher.bind(.inproc(name: "news"))
            options = .sub
            options.invertsMatching = true
            options.subscriptions = [Array("a".utf8)]
            let subscriber = try node.makeSub(options)
            try subscriber.connect(.inproc(name: "news"))
            _ = try await publisher.receive()
            for topic in ["apple", "banana", "avocado", "cherry"] { try publisher.send(message(topic)) }
            #expect(try await subscriber.next() == ["banana"])
            #expect(try await subscriber.next() == ["cherry"])
            #expect(try subscriber.nextNow() == nil)
        }
    }

    @Test func `a welcome is filtered as any message is`() async throws {
        try await onNode { node in
            var options = ZMQSocketOptions.xpub
            options.welcomeMessage = Array("W".utf8)
            let publisher = try node.makeXPub(options)
            try publisher.bind(.inproc(name: "news"))
            let subscriber = try node.makeSub()
            try subscriber.subscribe("other")
            try subscriber.connect(.inproc(name: "news"))
            _ = try await publisher.receive()
            try publisher.send(message("other"))
            #expect(try await subscriber.next() == ["other"])
            #expect(try subscriber.nextNow() == nil)
        }
    }

    @Test func `a topic is sent on until each who asked for it has taken that back as often`() async throws {
        try await onNode { node in
            let publisher = try node.makeXPub()
            try publisher.bind(.inproc(name: "news"))
            let subscriber = try node.makeSub()
            try subscriber.connect(.inproc(name: "news"))
            for _ in 0..<2 { try subscriber.subscribe("a") }
            try subscriber.unsubscribe("a")
            _ = try await publisher.receive()
            try publisher.send(message("apple"))
            #expect(try await subscriber.next() == ["apple"])
            try subscriber.unsubscribe("a")
            while let wish = try await ZMQSubscription(publisher.receive()), wish.isSubscribed {}
            try publisher.send(message("apple"))
            try subscriber.subscribe("end")
            _ = try await publisher.receive()
            try publisher.send(message("end"))
            #expect(try await subscriber.next() == ["end"])
        }
    }
}
