import Testing
import ZeroMQ

struct EndpointTests {
    @Test(
        arguments: [
            ("ipc:///run/juice.rpc", .ipc(path: "/run/juice.rpc")),
            ("ipc://relative", .ipc(path: "relative")),
            ("ipc://" + String(repeating: "p", count: 107), .ipc(path: String(repeating: "p", count: 107))),
            ("inproc://x", .inproc(name: "x")),
            ("tcp://127.0.0.1:7101", .tcp(host: "127.0.0.1", port: 7101)),
            ("tcp://localhost:0", .tcp(host: "127.0.0.1", port: 0)),
            ("tcp://*:65535", .tcp(host: "*", port: 65535)),
            ("tcp://127.0.0.1:*", .tcp(host: "127.0.0.1", port: 0)),
            ("tcp://[::1]:7101", .tcp(host: "::1", port: 7101)),
            ("tcp://fd00:10:96::c:7101", .tcp(host: "fd00:10:96::c", port: 7101)),
            ("tcp://::1:7101", .tcp(host: "::1", port: 7101)),
            ("tcp://:::7101", .tcp(host: "::", port: 7101)),
            ("tcp://::1:*", .tcp(host: "::1", port: 0)),
            ("tcp://1:2:3:4:5:6:7:8:7101", .tcp(host: "1:2:3:4:5:6:7:8", port: 7101)),
        ] as [(String, ZMQEndpoint)]
    )
    func `reads an endpoint`(text: String, endpoint: ZMQEndpoint) throws {
        #expect(try ZMQEndpoint(parsing: text) == endpoint)
        #expect(try ZMQEndpoint(parsing: endpoint.description) == endpoint)
    }

    @Test(arguments: [
        "", "ipc", "ipc:", "ipc://", "inproc://", "tcp://", "udp://127.0.0.1:1", "IPC:///run/x",
        "ipc://@abstract", "ipc://*", "ipc:///a\0b", "ipc://" + String(repeating: "p", count: 108),
        "inproc://" + String(repeating: "n", count: 256),
        "tcp://127.0.0.1", "tcp://127.0.0.1:", "tcp://:1", "tcp://127.0.0.1:65536", "tcp://127.0.0.1:-1",
        "tcp://127.0.0.1:+1", "tcp://127.0.0.1:1 ", "tcp://127.0.0.1:000001", "tcp://127.0.0.1:x",
        "tcp://example.org:1", "tcp://eth0:1", "tcp://127.1:1", "tcp://::1", "tcp://1:2:3:4:5:6:7:8",
        "tcp://fd00::7101", "tcp://::1:beef", "tcp://[127.0.0.1]:1", "tcp://[::1:1",
        "tcp://[]:1", "tcp://127.0.0.1;10.0.0.1:1", "tcp://127.0.0.1:٣",
    ])
    func `refuses what cannot or must not be used`(text: String) {
        let error = #expect(throws: ZMQError.self) { try ZMQEndpoint(parsing: text) }
        #expect(error?.code == .invalidEndpoint)
    }

    @Test func `says what to write in place of a name`() {
        let error = #expect(throws: ZMQError.self) { try ZMQEndpoint(parsing: "tcp://juice.example:7101") }
        #expect(error?.message.contains("getent ahosts juice.example") == true)
        let other = #expect(throws: ZMQError.self) { try ZMQEndpoint(parsing: "tcp://127.1:7101") }
        #expect(other?.message.contains("getent") == false)
    }

    @Test(arguments: [
        ("ipc:///run/x", true), ("inproc://x", true), ("tcp://localhost:1", true), ("tcp://127.255.0.1:1", true),
        ("tcp://[::1]:1", true), ("tcp://[::ffff:127.0.0.1]:1", true), ("tcp://*:1", false), ("tcp://0.0.0.0:1", false),
        ("tcp://10.0.0.1:1", false), ("tcp://[::]:1", false), ("tcp://[fe80::1]:1", false),
    ])
    func `knows what stays on this machine`(text: String, isLoopback: Bool) throws {
        #expect(try ZMQEndpoint(parsing: text).isLoopback == isLoopback)
    }

    @Test(arguments: [
        ("tcp://*:1", true), ("tcp://127.0.0.1:0", true), ("tcp://127.0.0.1:1", false), ("ipc://x", false),
    ])
    func `knows what can only be bound`(text: String, isWildcard: Bool) throws {
        #expect(try ZMQEndpoint(parsing: text).isWildcard == isWildcard)
    }
}
