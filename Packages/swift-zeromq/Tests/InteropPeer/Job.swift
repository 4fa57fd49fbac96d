import ZeroMQ

/// What one run of the peer is to do, as its command line says.
struct Job: Sendable {
    enum Action: String {
        /// Sends so many messages.
        case send
        /// Takes so many messages and says for each whether it is the one that was to come.
        case receive
        /// Sends so many questions, and says for each whether the same has come back.
        case ask
        /// Takes so many messages and sends each back.
        case echo
        /// Sends messages of two topics until the standard input ends.
        case publish
        /// Sends so many numbers as fast as it can, and then the end again and again.
        case flood
        /// Takes numbers until the end.
        case collect
        /// Says what happens to its connections until the standard input ends.
        case watch
    }

    struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    static let usage = """
        usage: InteropPeer ROLE bind|connect ENDPOINT send|receive|ask|echo|publish|flood|collect|watch COUNT
               [--keys FILE] [--server KEY] [--client KEY] [--heartbeat MILLISECONDS]
               [--heartbeat-timeout MILLISECONDS]
        """

    let role: String
    let isBound: Bool
    let endpoint: ZMQEndpoint
    let action: Action
    let count: Int
    /// The own pair.
    var keys: CurveKeyPair?
    /// Of the server that it connects to.
    var server: CurvePublicKey?
    /// Of the one client that it lets in.
    var client: CurvePublicKey?
    var heartbeat: Duration?
    /// How long an unanswered ping is waited for.
    var heartbeatTimeout: Duration?

    init(_ arguments: [String]) throws {
        guard arguments.count >= 5, let action = Action(rawValue: arguments[3]), let count = Int(arguments[4]),
            ["bind", "connect"].contains(arguments[1]), arguments.count % 2 == 1
        else { throw Mistake(description: Self.usage) }
        role = arguments[0]
        isBound = arguments[1] == "bind"
        endpoint = try ZMQEndpoint(parsing: arguments[2])
        self.action = action
        self.count = count
        for index in stride(from: 5, to: arguments.count, by: 2) {
            let value = arguments[index + 1]
            switch arguments[index] {
            case "--keys": keys = try CurveKeyPair(readingFrom: value)
            case "--server": server = try CurvePublicKey(parsing: value)
            case "--client": client = try CurvePublicKey(parsing: value)
            case "--heartbeat": heartbeat = Int(value).map { .milliseconds($0) }
            case "--heartbeat-timeout": heartbeatTimeout = Int(value).map { .milliseconds($0) }
            default: throw Mistake(description: Self.usage)
            }
        }
    }

    /// What makes it known to whom it connects.
    var clientSecurity: ZMQClientSecurity {
        if let keys, let server { .curve(server: server, client: keys) } else { .none }
    }

    /// Files guard what is bound over ipc; over TCP an authenticator is asked.
    var serverSecurity: ZMQServerSecurity {
        if let keys { return .curve(keys, domain: "interoperability") }
        if case .tcp = endpoint { return .unencrypted(domain: "interoperability") }
        return .local
    }

    func options(_ defaults: ZMQSocketOptions) -> ZMQSocketOptions {
        var options = defaults
        // Whoever has had enough of what is published is gone.
        options.linger = [.publish, .flood].contains(action) ? .zero : .seconds(20)
        if action == .flood || action == .collect {
            options.reconnectInterval = .milliseconds(1)
            options.maximumReconnectInterval = .zero
        }
        if let heartbeatTimeout { options.heartbeatTimeout = heartbeatTimeout }
        if let heartbeat { options.heartbeatInterval = heartbeat }
        if action == .collect, role == "sub" { options.subscriptions = [[]] }
        if action == .receive, role == "sub" || role == "xsub" { options.subscriptions = [Array("a.".utf8)] }
        // A ROUTER that asks has to know whom.
        if action == .echo, role == "dealer" || role == "router" { options.routingID = Array("server".utf8) }
        return options
    }
}
