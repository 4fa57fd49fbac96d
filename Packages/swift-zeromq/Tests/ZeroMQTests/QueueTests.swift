import Testing
import ZeroMQ

/// What waits where, how much of it, and what becomes of it.
@Suite(.timeLimit(.minutes(10)))
struct QueueTests {
    @Test(arguments: [true, false])
    func `within a process both ends' limits count together, whoever is first`(bindsFirst: Bool) async throws {
        try await onNode { node in
            var options = ZMQSocketOptions.push
            options.sendHighWaterMark = 3
            let push = try node.makePush(options)
            options = .pull
            options.receiveHighWaterMark = 4
            let pull = try node.makePull(options)
            if bindsFirst {
                try pull.bind(.inproc(name: "queue"))
                try push.connect(.inproc(name: "queue"))
            } else {
                try push.connect(.inproc(name: "queue"))
                try pull.bind(.inproc(name: "queue"))
            }
            #expect(try push.fill() == 7)
            for number in 0..<7 { #expect(try await pull.next() == ["\(number)"]) }
            #expect(try pull.nextNow() == nil)
        }
    }

    @Test func `a publisher drops what a subscriber has no room for, and the others get all`() async throws {
        try await onNode { node in
            var options = ZMQSocketOptions.pub
            options.sendHighWaterMark = 2
            let publisher = try node.makePub(options)
            try publisher.bind(.inproc(name: "news"))
            options = .sub
            options.subscriptions = [[]]
            options.receiveHighWaterMark = 3
            let narrow = try node.makeSub(options)
            options.receiveHighWaterMark = 100
            let wide = try node.makeSub(options)
            for subscriber in [narrow, wide] { try subscriber.connect(.inproc(name: "news")) }
            for number in 0..<50 { try publisher.send(message("\(number)")) }
            for number in 0..<50 { #expect(try await wide.next() == ["\(number)"]) }
            for number in 0..<5 { #expect(try await narrow.next() == ["\(number)"]) }
            #expect(try narrow.nextNow() == nil)
            // It is full no more, which libzmq learns with a later call.
            var later: [String]?
            while later == nil {
                try publisher.send(message("later"))
                await node.pause()
                later = try narrow.nextNow()
            }
            #expect(later == ["later"])
        }
    }

    @Test func `a publisher that may not drop refuses what one subscriber has no room for`() async throws {
        try await onNode { node in
            var options = ZMQSocketOptions.xpub
            options.sendHighWaterMark = 2
            options.refusesWhenFull = true
            let publisher = try node.makeXPub(options)
            try publisher.bind(.inproc(name: "news"))
            options = .sub
            options.subscriptions = [[]]
            options.receiveHighWaterMark = 3
            let subscriber = try node.makeSub(options)
            try subscriber.connect(.inproc(name: "news"))
            _ = try await publisher.receive()
            #expect(try publisher.fill() == 5)
            #expect(try await subscriber.next() == ["0"])
            for number in 1..<5 { #expect(try await subscriber.next() == ["\(number)"]) }
            // libzmq learns of the room with a later call, and tells nobody.
            while publisher.refusal(of: message("later")) == .wouldBlock { await node.pause() }
            #expect(try await subscriber.next() == ["later"])
        }
    }

    @Test func `a router refuses what one peer has no room for, and serves the others`() async throws {
        try await onNode { node in
            var options = ZMQSocketOptions.router
            options.sendHighWaterMark = 2
            let router = try node.makeRouter(options)
            try router.bind(.inproc(name: "router"))
            var dealers: [DealerSocket] = []
            for name in ["slow", "quick"] {
                options = .dealer
                options.receiveHighWaterMark = 3
                options.routingID = Array(name.utf8)
                let dealer = try node.makeDealer(options)
                try dealer.connect(.inproc(name: "router"))
                try await dealer.send(message("here"))
                _ = try await router.receive()
                dealers.append(dealer)
            }
            #expect(try router.fill(before: "slow") == 5)
            try router.send(message("quick", "x"))
            #expect(try await dealers[1].next() == ["x"])
            for number in 0..<5 { #expect(try await dealers[0].next() == ["\(number)"]) }
        }
    }

    @Test func `only the last message is kept where that is wanted`() async throws {
        try await onNode { node in
            let push = try node.makePush()
            try push.bind(.inproc(name: "last"))
            var options = ZMQSocketOptions.pull
            options.keepsOnlyLast = true
            let pull = try node.makePull(options)
            try pull.connect(.inproc(name: "last"))
            for number in 0..<20 { try await push.send(message("\(number)")) }
            #expect(try await pull.next() == ["19"])
            #expect(try pull.nextNow() == nil)
            try await push.send(message("next"))
            #expect(try await pull.next() == ["next"])
        }
    }

    @Test func `what only the last message is kept of is one topic, and one frame`() async throws {
        try await onNode { node in
            var options = ZMQSocketOptions.sub
            options.keepsOnlyLast = true
            options.subscriptions = [[1], [2]]
            let atOnce = #expect(throws: ZMQError.self) { try node.makeSub(options) }
            #expect(atOnce?.code == .invalidOption)
            options.subscriptions = [[1]]
            let subscriber = try node.makeSub(options)
            let later = #expect(throws: ZMQError.self) { try subscriber.subscribe("b") }
            #expect(later?.code == .invalidOption)
            try subscriber.unsubscribe([1])
            try subscriber.subscribe("b")
            var senders = ZMQSocketOptions.pub
            senders.keepsOnlyLast = true
            let publisher = try node.makePub(senders)
            let several = #expect(throws: ZMQError.self) { try publisher.send(message("b", "body")) }
            #expect(several?.code == .invalidMessage)
            try publisher.send(message("b"))
        }
    }

    @Test func `half of the messages wait for a peer that never comes, unless they go to those that are there`()
        async throws
    {
        try await withTemporaryDirectory { directory in
            for (immediate, arriving) in [(false, 5), (true, 10)] {
                try await onNode { node in
                    let pull = try node.makePull()
                    try pull.bind(.ipc(path: "\(directory)/somebody"))
                    var options = ZMQSocketOptions.push
                    options.immediate = immediate
                    options.linger = .zero
                    let push = try node.makePush(options)
                    let events = try push.monitorEvents(bufferedUpTo: 100)
                    try push.connect(.ipc(path: "\(directory)/nobody"))
                    try push.connect(.ipc(path: "\(directory)/somebody"))
                    try await events.first(.handshakeSucceeded)
                    for number in 0..<10 { try await push.send(message("\(number)")) }
                    for _ in 0..<arriving { _ = try await pull.next() }
                    // What else there is would have come before this, on the same connection or in the next turn of it.
                    if !immediate {
                        try await push.send(message("more"))
                        try await push.send(message("more"))
                        #expect(try await pull.next() == ["more"])
                    }
                    #expect(try pull.nextNow() == nil)
                }
            }
        }
    }

    @Test func `where only complete connections count, nothing is kept for a peer that is gone`() async throws {
        try await withTemporaryDirectory { directory in
            try await onNode { node in
                let endpoint = ZMQEndpoint.ipc(path: "\(directory)/peer")
                var options = ZMQSocketOptions.dealer
                options.immediate = true
                let dealer = try node.makeDealer(options)
                let router = try node.makeRouter()
                try router.bind(endpoint)
                try dealer.connect(endpoint)
                try await dealer.send(message("first"))
                #expect(try await router.next()[1...] == ["first"])
                router.close()
                // The connection ends in another thread, which tells the socket later; until then a message is lost with it.
                while dealer.refusal(of: message("to nobody")) != .wouldBlock { await node.pause() }
            }
        }
    }

    @Test func `what was not sent outlives its socket as long as it may`() async throws {
        try await withTemporaryDirectory { directory in
            let endpoint = ZMQEndpoint.ipc(path: "\(directory)/later")
            try await onNode { node in
                var options = ZMQSocketOptions.push
                options.linger = .seconds(600)
                options.reconnectInterval = .milliseconds(1)
                options.maximumReconnectInterval = .zero
                let closed = try node.makePush(options)
                try closed.connect(endpoint)
                try await closed.send(message("of the dead"))
                closed.close()
                let pull = try node.makePull()
                try pull.bind(endpoint)
                #expect(try await pull.next() == ["of the dead"])
            }
            // The node is gone when it has ended, with what it could not send.
            try await onNode { node in
                var options = ZMQSocketOptions.push
                options.linger = .zero
                let closed = try node.makePush(options)
                try closed.connect(endpoint)
                try await closed.send(message("of the dead"))
            }
            try await onNode { node in
                let pull = try node.makePull()
                try pull.bind(endpoint)
                let living = try node.makePush()
                try living.connect(endpoint)
                try await living.send(message("of the living"))
                #expect(try await pull.next() == ["of the living"])
                #expect(try pull.nextNow() == nil)
            }
        }
    }

    @Test func `what came from a peer that is gone can still be read`() async throws {
        try await onNode { node in
            let (push, pull) = (try node.makePush(), try node.makePull())
            try push.bind(.inproc(name: "work"))
            try pull.connect(.inproc(name: "work"))
            try await push.send(message("last"))
            push.close()
            #expect(try await pull.next() == ["last"])
        }
    }

    @Test func `what waits for a peer that is gone is given to no other`() async throws {
        try await onNode { node in
            let push = try node.makePush()
            try push.bind(.inproc(name: "work"))
            let pull = try node.makePull()
            try pull.connect(.inproc(name: "work"))
            try await push.send(message("unread"))
            pull.close()
            let other = try node.makePull()
            try other.connect(.inproc(name: "work"))
            // What is sent before the end of the first is noticed is lost with it.
            var next: [String]?
            while next == nil {
                try await push.send(message("next"))
                await node.pause()
                next = try other.nextNow()
            }
            #expect(next == ["next"])
        }
    }

    @Test func `bytes over the limit are not kept, and the next message is whole`() async throws {
        try await onNode { node in
            var options = ZMQSocketOptions.pull
            options.maximumMessageBytes = 4
            let pull = try node.makePull(options)
            try pull.bind(.inproc(name: "bytes"))
            let push = try node.makePush()
            try push.connect(.inproc(name: "bytes"))
            try await push.send(message("abc", "de", "f"))
            try await push.send(message("ab", "cd"))
            let long = try await pull.receive()
            #expect(frames(long) == ["abc"] && long.isIncomplete)
            let short = try await pull.receive()
            #expect(frames(short) == ["ab", "cd"] && !short.isIncomplete)
        }
    }
}

extension ZMQSendingSocket {
    /// Sends numbers until one is refused; how many were taken.
    fileprivate func fill(before name: String? = nil) throws -> Int {
        var number = 0
        while true {
            var next = ZMQMultipart()
            if let name { next.append(utf8: name) }
            next.append(utf8: "\(number)")
            if let refusal = refusal(of: next) {
                #expect(refusal == .wouldBlock)
                return number
            }
            number += 1
        }
    }
}

extension ZMQBufferedSequence<ZMQMonitorEvent> {
    /// Waits for an event of a kind; those before it are dropped.
    func first(_ kind: ZMQMonitorEvent.Kind) async throws {
        for await case .element(let event) in self where event.kind == kind { return }
        throw CancellationError()
    }
}
