import Foundation
import Testing
import ZeroMQ

/// Binding, connecting, and taking both back.
@Suite(.timeLimit(.minutes(10)))
struct EndpointUseTests {
    /// Lets everybody in over TCP for as long as it is kept.
    private func guarding(_ node: ZMQNode) throws -> ZMQAuthenticator {
        try node.makeAuthenticator { .admitted(userID: $0.domain) }
    }

    private let anybody = ZMQServerSecurity.unencrypted(domain: "test")

    @Test(arguments: ["127.0.0.1", "*", "::1", "::"])
    func `a port that the system chose is told, reached, and given back`(host: String) async throws {
        try await onNode { node in
            let authenticator = try guarding(node)
            defer { authenticator.close() }
            let reply = try node.makeReply()
            let first = try reply.bind(.tcp(host: host, port: 0), security: anybody)
            let second = try reply.bind(.tcp(host: host, port: 0), security: anybody)
            #expect(first != second && !"\(first)".hasSuffix(":0"))
            let local = host.contains(":") ? "::1" : "127.0.0.1"
            for endpoint in [first, second] {
                guard case .tcp(_, let port) = endpoint else { throw CancellationError() }
                let request = try node.makeRequest()
                try request.connect(.tcp(host: local, port: port))
                async let answer = request.call(message("question"), timeout: nil)
                try await reply.send(reply.receive())
                #expect(try await frames(answer) == ["question"])
                try reply.unbind(endpoint)
                #expect(throws: ZMQError.self) { try reply.unbind(endpoint) }
            }
        }
    }

    @Test func `a file at the path of a socket stays what it is, and a socket that was left there gives way`()
        async throws
    {
        try await withTemporaryDirectory { directory in
            try await onNode { node in
                let notes = "\(directory)/notes.txt"
                try Data("my notes".utf8).write(to: URL(fileURLWithPath: notes))
                let link = "\(directory)/link"
                try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: notes)
                for path in [notes, link, directory] {
                    let error = #expect(throws: ZMQError.self) { try node.makePull().bind(.ipc(path: path)) }
                    #expect(error?.code == .addressInUse)
                    #expect(error?.message.contains(path) == true)
                }
                #expect(try Data(contentsOf: URL(fileURLWithPath: notes)) == Data("my notes".utf8))
                let (first, second) = (try node.makePull(), try node.makePull())
                try first.bind(.ipc(path: "\(directory)/socket"))
                try second.bind(.ipc(path: "\(directory)/socket"))
            }
        }
    }

    @Test func `a wildcard does not name what was bound by it`() async throws {
        try await onNode { node in
            let authenticator = try guarding(node)
            defer { authenticator.close() }
            let pull = try node.makePull()
            try pull.bind(.tcp(host: "127.0.0.1", port: 0), security: anybody)
            let error = #expect(throws: ZMQError.self) { try pull.unbind(.tcp(host: "127.0.0.1", port: 0)) }
            #expect(error?.code == .notFound)
        }
    }

    @Test func `an address is one socket's at a time, and free for the next once that is closed`() async throws {
        try await onNode { node in
            let authenticator = try guarding(node)
            defer { authenticator.close() }
            let (one, other) = (try node.makePull(), try node.makePull())
            let endpoint = try one.bind(.tcp(host: "127.0.0.1", port: 0), security: anybody)
            let error = #expect(throws: ZMQError.self) { try other.bind(endpoint, security: anybody) }
            #expect(error?.code == .addressInUse)
            one.close()
            // Another thread closes it.
            while (try? other.bind(endpoint, security: anybody)) == nil { await node.pause() }
            let push = try node.makePush()
            try push.connect(endpoint)
            try await push.send(message("x"))
            #expect(try await other.next() == ["x"])
        }
    }

    @Test func `who connects first is served once somebody is bound, over a file and within a process`() async throws {
        try await withTemporaryDirectory { directory in
            try await onNode { node in
                for endpoint in [ZMQEndpoint.ipc(path: "\(directory)/late"), .inproc(name: "late")] {
                    var options = ZMQSocketOptions.push
                    options.reconnectInterval = .milliseconds(1)
                    let pushers = try [node.makePush(options), node.makePush(options)]
                    for push in pushers {
                        try push.connect(endpoint)
                        try await push.send(message("early"))
                    }
                    let pull = try node.makePull()
                    try pull.bind(endpoint)
                    for _ in pushers { #expect(try await pull.next() == ["early"]) }
                }
            }
        }
    }

    @Test func `nobody is sent to after a disconnect or an unbind`() async throws {
        try await withTemporaryDirectory { directory in
            try await onNode { node in
                let endpoint = ZMQEndpoint.ipc(path: "\(directory)/x")
                for endsAtTheServer in [true, false] {
                    let (push, pull) = (try node.makePush(), try node.makePull())
                    let (server, client): (ZMQSocket, ZMQSocket) = endsAtTheServer ? (push, pull) : (pull, push)
                    let events = try server.monitorEvents(bufferedUpTo: 100)
                    try server.bind(endpoint)
                    try client.connect(endpoint)
                    try await push.send(message("x"))
                    #expect(try await pull.next() == ["x"])
                    if endsAtTheServer { try server.unbind(endpoint) } else { try client.disconnect(endpoint) }
                    while push.refusal(of: message("y")) != .wouldBlock { await node.pause() }
                    if !endsAtTheServer { try server.unbind(endpoint) }
                    // The file is gone.
                    try await events.first(.closed)
                }
            }
        }
    }

    @Test func `a node ends with a hundred sockets that are still connecting`() async throws {
        for _ in 0..<5 {
            try await onNode { node in
                let authenticator = try guarding(node)
                defer { authenticator.close() }
                let publisher = try node.makePub()
                let endpoint = try publisher.bind(.tcp(host: "127.0.0.1", port: 0), security: anybody)
                var subscribers: [SubSocket] = []
                for _ in 0..<100 {
                    let subscriber = try node.makeSub()
                    try subscriber.connect(endpoint)
                    subscribers.append(subscriber)
                }
            }
        }
    }

    @Test func `a stream ends a connection with an empty frame, and takes more than a buffer`() async throws {
        try await onNode { node in
            let authenticator = try guarding(node)
            defer { authenticator.close() }
            let (server, client) = (try node.makeStream(), try node.makeStream())
            let endpoint = try server.bind(.tcp(host: "127.0.0.1", port: 0), security: anybody)
            try client.connect(endpoint)
            let (there, here) = (try await server.receive().frame(0), try await client.receive().frame(0))
            let bytes = [UInt8](repeating: 7, count: 100_000)
            try client.send(ZMQMultipart(here, bytes))
            var received: [UInt8] = []
            while received.count < bytes.count { received += try await server.receive().frame(1) }
            #expect(received == bytes)
            try server.send(ZMQMultipart(there, []))
            #expect(try await client.receive() == ZMQMultipart(here, []))
        }
    }
}
