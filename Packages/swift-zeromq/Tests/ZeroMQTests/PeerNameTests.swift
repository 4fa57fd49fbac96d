import Testing
import ZeroMQ

/// How a ROUTER knows its peers.
@Suite(.timeLimit(.minutes(10)))
struct PeerNameTests {
    @Test(arguments: [true, false])
    func `a name that is taken goes to the newcomer only where that is allowed`(isTakenOver: Bool) async throws {
        try await onNode { node in
            var options = ZMQSocketOptions.router
            options.takesOverRoutingIDs = isTakenOver
            let router = try node.makeRouter(options)
            try router.bind(.inproc(name: "router"))
            options = .dealer
            options.routingID = Array("name".utf8)
            var dealers: [DealerSocket] = []
            for number in 0..<2 {
                let dealer = try node.makeDealer(options)
                try dealer.connect(.inproc(name: "router"))
                try await dealer.send(message("\(number)"))
                // A newcomer that is refused is not heard.
                if number == 0 || isTakenOver { #expect(try await router.next() == ["name", "\(number)"]) }
                dealers.append(dealer)
            }
            #expect(try router.nextNow() == nil)
            try router.send(message("name", "answer"))
            #expect(try await dealers[isTakenOver ? 1 : 0].next() == ["answer"])
            #expect(try dealers[isTakenOver ? 0 : 1].nextNow() == nil)
        }
    }

    @Test func `a probe tells a router of its peer before that has said anything`() async throws {
        try await onNode { node in
            let bound = try node.makeRouter()
            try bound.bind(.inproc(name: "bound"))
            var options = ZMQSocketOptions.router
            options.probesRouters = true
            options.routingID = Array("router".utf8)
            let router = try node.makeRouter(options)
            try router.connect(.inproc(name: "bound"))
            options = .dealer
            options.probesRouters = true
            options.routingID = Array("dealer".utf8)
            let dealer = try node.makeDealer(options)
            try dealer.connect(.inproc(name: "bound"))
            for name in ["router", "dealer"] {
                #expect(try await bound.next() == [name, ""])
                try bound.send(message(name, "hello"))
            }
            #expect(try await router.next()[1] == "hello")
            #expect(try await dealer.next() == ["hello"])
        }
    }

    @Test func `a router that connects over a file names its peer, whatever that calls itself`() async throws {
        try await withTemporaryDirectory { directory in
            try await onNode { node in
                var options = ZMQSocketOptions.router
                options.routingID = Array("itself".utf8)
                let bound = try node.makeRouter(options)
                try bound.bind(.ipc(path: "\(directory)/router"))
                options.routingID = Array("caller".utf8)
                let router = try node.makeRouter(options)
                try router.connect(.ipc(path: "\(directory)/router"), as: Array("mine".utf8))
                try router.send(message("mine", "question"))
                #expect(try await bound.next() == ["caller", "question"])
                try bound.send(message("caller", "answer"))
                #expect(try await router.next() == ["mine", "answer"])
                #expect(router.refusal(of: message("itself", "x")) == .peerGone)
            }
        }
    }

    @Test func `two routers that are not told names give each other numbers`() async throws {
        try await onNode { node in
            let one = try node.makeRouter()
            try one.bind(.inproc(name: "one"))
            var options = ZMQSocketOptions.router
            options.probesRouters = true
            let other = try node.makeRouter(options)
            try other.connect(.inproc(name: "one"))
            let probe = try await one.receive()
            #expect(probe.size(of: 0) == 5 && probe.frame(0)[0] == 0)
            var answer = ZMQMultipart(probe.frame(0))
            answer.append(utf8: "hello")
            try one.send(answer)
            #expect(try await other.next()[1] == "hello")
        }
    }

    @Test func `a router hears all its peers in turn`() async throws {
        try await onNode { node in
            let router = try node.makeRouter()
            try router.bind(.inproc(name: "router"))
            var dealers: [DealerSocket] = []
            for name in ["a", "b", "c"] {
                var options = ZMQSocketOptions.dealer
                options.routingID = Array(name.utf8)
                let dealer = try node.makeDealer(options)
                try dealer.connect(.inproc(name: "router"))
                for number in 0..<3 { try await dealer.send(message("\(number)")) }
                dealers.append(dealer)
            }
            var seen: [String] = []
            for _ in 0..<9 { seen.append(try await router.next().joined()) }
            for turn in stride(from: 0, to: 9, by: 3) {
                #expect(Set(seen[turn..<turn + 3].map { $0.prefix(1) }) == ["a", "b", "c"])
            }
        }
    }

    @Test func `what waits for a peer that is gone is thrown away, and the name is free again`() async throws {
        try await onNode { node in
            let router = try node.makeRouter()
            try router.bind(.inproc(name: "router"))
            var options = ZMQSocketOptions.dealer
            options.routingID = Array("name".utf8)
            let dealer = try node.makeDealer(options)
            try dealer.connect(.inproc(name: "router"))
            try await dealer.send(message("here"))
            _ = try await router.receive()
            try router.send(message("name", "for the first"))
            dealer.close()
            while router.refusal(of: message("name", "too late")) != .peerGone { await node.pause() }
            // Who comes before the end is through is not heard, and has to come again.
            var second = try node.makeDealer(options)
            var heard: [String]?
            while heard == nil {
                second = try node.makeDealer(options)
                try second.connect(.inproc(name: "router"))
                try await second.send(message("here again"))
                await node.pause()
                heard = try router.nextNow()
            }
            #expect(heard == ["name", "here again"])
            try router.send(message("name", "for the second"))
            #expect(try await second.next() == ["for the second"])
        }
    }
}
