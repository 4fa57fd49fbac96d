import ZeroMQ

/// A proxy between clients and a worker that can be paused and ended, and one between subscribers and a publisher.
@main
struct ProxyWithControl {
    static func main() async throws {
        try await ZMQNode.withNode(name: "proxy") { node in
            try await node.run { node in
                try await withThrowingTaskGroup { group in
                    group.addTask { try await proxyRequests(node) }
                    group.addTask { try await work(node) }
                    try await controlRequests(node)
                    group.addTask { try await proxyNews(node) }
                    try await publish(node)
                    group.cancelAll()
                }
            }
        }
    }

    static func proxyRequests(_ node: ZMQNode) async throws {
        try await node.withRouter { clients in
            try await node.withDealer { workers in
                try await node.withPair { control in
                    try clients.bind(.inproc(name: "clients"))
                    try workers.bind(.inproc(name: "workers"))
                    try control.connect(.inproc(name: "control"))
                    let counts = try await node.proxy(clients, workers, control: control)
                    print("ended: \(counts.passed) messages passed, \(counts.dropped) dropped")
                    try await control.send(ZMQMultipart(utf8: "ended"))
                }
            }
        }
    }

    static func work(_ node: ZMQNode) async throws {
        try await node.withReply { worker in
            try worker.connect(.inproc(name: "workers"))
            for await question in worker.messages { try worker.send(ZMQMultipart(utf8: "\(question.text(0))!")) }
        }
    }

    static func controlRequests(_ node: ZMQNode) async throws {
        try await node.withPair { control in
            try control.bind(.inproc(name: "control"))
            try await node.withRequest { client in
                try client.connect(.inproc(name: "clients"))
                print(try await client.call(ZMQMultipart(utf8: "hello"), timeout: .seconds(30)).text(0))

                try await control.send(ZMQMultipart(utf8: "PAUSE"))
                try await control.send(ZMQMultipart(utf8: "STATISTICS"))
                print("paused after \(try await control.receive().text(0)) messages")
                do {
                    print(try await client.call(ZMQMultipart(utf8: "anybody"), timeout: .milliseconds(50)).text(0))
                } catch let error as ZMQError where error.code == .timedOut {
                    print("no answer while it is paused")
                }

                try await control.send(ZMQMultipart(utf8: "RESUME"))
                print(try await client.call(ZMQMultipart(utf8: "hello again"), timeout: .seconds(30)).text(0))
                try await control.send(ZMQMultipart(utf8: "TERMINATE"))
                _ = try await control.receive()
            }
        }
    }

    static func proxyNews(_ node: ZMQNode) async throws {
        var options = ZMQSocketOptions.xpub
        options.repeatsSubscriptions = false
        try await node.withXPub(options) { subscribers in
            try await node.withXSub { publishers in
                try subscribers.bind(.inproc(name: "subscribers"))
                try publishers.bind(.inproc(name: "publishers"))
                try await node.proxy(subscribers, publishers)
            }
        }
    }

    static func publish(_ node: ZMQNode) async throws {
        try await node.withXPub { publisher in
            try await node.withSub { subscriber in
                try publisher.connect(.inproc(name: "publishers"))
                try subscriber.connect(.inproc(name: "subscribers"))
                try subscriber.subscribe("weather/")
                // The subscription has come through the proxy: whoever publishes before that publishes for nobody.
                _ = try await publisher.receive()
                try publisher.send(ZMQMultipart(utf8: "sport/", "2 : 1"))
                try publisher.send(ZMQMultipart(utf8: "weather/", "rain"))
                print("news: \(try await subscriber.receive().text(1))")
            }
        }
    }
}
