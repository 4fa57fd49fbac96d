import Testing
import ZeroMQ

@Suite(.timeLimit(.minutes(10)))
struct PubSubTests {
    @Test func `a subscriber gets what its prefix asks for, after the publisher has seen the wish`() async throws {
        try await withOwner { owner in
            let wishes = Inlet<ZMQSubscription>()
            let events = Inlet<ZMQMultipart>()
            try await owner.run { owner in
                let publisher = try owner.node.makeXPub()
                try publisher.bind(.inproc(name: "events"))
                let subscriber = try owner.node.makeSub()
                try subscriber.subscribe("juice.")
                try subscriber.connect(.inproc(name: "events"))
                owner.pump(subscriber, into: events)
                owner.node.whenReadable(publisher) {
                    while let wish = try? publisher.receiveSubscription() {
                        wishes.put(wish)
                        try? publisher.send(message("market.x.", "no"))
                        try? publisher.send(message("juice.x.", "yes"))
                    }
                }
            }
            #expect(try await wishes.next() == ZMQSubscription(topic: Array("juice.".utf8), isSubscribed: true))
            #expect(try await frames(events.next()) == ["juice.x.", "yes"])
        }
    }

    @Test func `a topic wanted again is reported again, and its end once, when nobody is left`() async throws {
        try await withOwner { owner in
            let wishes = Inlet<ZMQSubscription>()
            let topic = Array("~sync.1.".utf8)
            try await owner.run { owner in
                let publisher = try owner.node.makeXPub()
                try publisher.bind(.inproc(name: "events"))
                let subscribers = [try owner.node.makeSub(), try owner.node.makeSub()]
                for subscriber in subscribers {
                    try subscriber.connect(.inproc(name: "events"))
                    try subscriber.subscribe(topic)
                    owner.keep(subscriber)
                }
                var count = 0
                owner.node.whenReadable(publisher) {
                    while let wish = try? publisher.receiveSubscription() {
                        wishes.put(wish)
                        count += 1
                        guard count == 2 else { continue }
                        for subscriber in subscribers {
                            try? subscriber.unsubscribe(topic)
                            try? subscriber.subscribe("end")
                        }
                    }
                }
            }
            var seen: [Bool] = []
            var ends = 0
            while ends < 2 {
                let wish = try await wishes.next()
                if wish.topic == topic { seen.append(wish.isSubscribed) } else { ends += 1 }
            }
            #expect(seen == [true, true, false])
        }
    }

    @Test func `a publisher that comes back gets the subscriptions again`() async throws {
        try await withTemporaryDirectory { directory in
            let endpoint = ZMQEndpoint.ipc(path: "\(directory)/events")
            try await withOwner { subscriberOwner in
                let events = Inlet<ZMQMultipart>()
                try await subscriberOwner.run { owner in
                    let subscriber = try owner.node.makeSub()
                    try subscriber.subscribe("a.")
                    try subscriber.connect(endpoint)
                    owner.pump(subscriber, into: events)
                }
                for life in ["first", "second"] {
                    try await withOwner { owner in
                        try await owner.run { owner in
                            let publisher = try owner.node.makeXPub()
                            try publisher.bind(endpoint)
                            owner.node.whenReadable(publisher) {
                                while let wish = try? publisher.receiveSubscription(), wish.isSubscribed {
                                    try? publisher.send(message("a.x.", life))
                                }
                            }
                        }
                        #expect(try await frames(events.next()) == ["a.x.", life])
                    }
                }
            }
        }
    }

    @Test func `the longest subscription that the publisher's limit allows is taken`() async throws {
        try await withTemporaryDirectory { directory in
            try await withOwner { owner in
                let wishes = Inlet<ZMQSubscription>()
                let topic = [UInt8](repeating: 0x61, count: 118)
                try await owner.run { owner in
                    let publisher = try owner.node.makeXPub()
                    try publisher.bind(.ipc(path: "\(directory)/events"))
                    owner.pump(publisher, into: wishes)
                    let subscriber = try owner.node.makeSub()
                    try subscriber.subscribe(topic)
                    try subscriber.connect(.ipc(path: "\(directory)/events"))
                    owner.keep(subscriber)
                }
                #expect(try await wishes.next().topic == topic)
            }
        }
    }

    @Test func `a subscription over the publisher's limit costs the connection`() async throws {
        try await withTemporaryDirectory { directory in
            try await withOwner { owner in
                let kinds = Inlet<ZMQMonitorEvent.Kind>()
                try await owner.run { owner in
                    let publisher = try owner.node.makeXPub()
                    try publisher.monitor { kinds.put($0.kind) }
                    try publisher.bind(.ipc(path: "\(directory)/events"))
                    let subscriber = try owner.node.makeSub()
                    try subscriber.subscribe([UInt8](repeating: 0x61, count: 119))
                    try subscriber.connect(.ipc(path: "\(directory)/events"))
                    owner.keep(publisher)
                    owner.keep(subscriber)
                }
                _ = try await kinds.next { $0 == .disconnected }
            }
        }
    }
}
