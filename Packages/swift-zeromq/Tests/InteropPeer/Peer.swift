import ZeroMQ

/// Does one job with one socket.
struct Peer {
    let job: Job
    let node: ZMQNode
    private let theirName = "server"

    func run() async throws {
        switch job.role {
        case "pair": try await node.withPair(job.options(.pair)) { try await converse($0) }
        case "dealer": try await node.withDealer(job.options(.dealer)) { try await converse($0, envelope: [""]) }
        case "request": try await node.withRequest(job.options(.request)) { try await converse($0) }
        case "reply": try await node.withReply(job.options(.reply)) { try await converse($0) }
        case "router": try await node.withRouter(job.options(.router)) { try await route($0) }
        case "push": try await node.withPush(job.options(.push)) { try await push($0) }
        case "pull": try await node.withPull(job.options(.pull)) { try await pull($0) }
        case "sub": try await node.withSub(job.options(.sub)) { try await subscribe($0) }
        case "xsub": try await node.withXSub(job.options(.xsub)) { try await subscribe($0) }
        case "pub": try await node.withPub(job.options(.pub)) { try await publish($0) }
        case "xpub": try await node.withXPub(job.options(.xpub)) { try await publishWanted($0) }
        case "stream": try await node.withStream(job.options(.stream)) { try await exchangeBytes($0) }
        default: throw Job.Mistake(description: Job.usage)
        }
    }

    /// Asks or answers; what an empty frame ends is the way back, which a REQ adds itself.
    private func converse(
        _ socket: some ZMQReceivingSocket & ZMQSendingSocket,
        envelope: [String] = []
    ) async throws {
        try open(socket)
        guard job.action != .watch else { return await inputEnd() }
        if job.action == .flood { return try await Flood(job: job, node: node).send(socket) }
        for number in 0..<job.count {
            if job.action == .ask {
                let question = Sample.message(number, envelope: envelope)
                try await send(question, socket)
                try await report(number, socket.receive() == question)
            } else {
                try await socket.send(socket.receive())
                report(number, true)
            }
        }
    }

    private func route(_ socket: RouterSocket) async throws {
        if job.action == .ask, !job.isBound {
            try socket.connect(job.endpoint, security: job.clientSecurity, as: Array(theirName.utf8))
        } else {
            try open(socket)
        }
        guard job.action != .watch else { return await inputEnd() }
        if job.action == .collect { return try await Flood(job: job, node: node).collect(socket) }
        for number in 0..<job.count {
            guard job.action == .ask else {
                try await socket.send(socket.receive())
                report(number, true)
                continue
            }
            let question = Sample.message(number, envelope: [theirName, ""])
            try await send(question, socket)
            try await report(number, socket.receive() == question)
        }
    }

    private func push(_ socket: PushSocket) async throws {
        try open(socket)
        if job.action == .flood { return try await Flood(job: job, node: node).send(socket) }
        for number in 0..<job.count { try await socket.send(Sample.message(number)) }
    }

    private func pull(_ socket: PullSocket) async throws {
        try open(socket)
        guard job.action != .watch else { return await inputEnd() }
        if job.action == .collect { return try await Flood(job: job, node: node).collect(socket) }
        for number in 0..<job.count { try await report(number, Sample.number(of: socket.receive()) == number) }
    }

    /// The first that comes is whichever was published then; from there on none may be missing.
    private func subscribe(_ socket: some ZMQReceivingSocket) async throws {
        try open(socket)
        if job.action == .collect { return try await Flood(job: job, node: node).collect(socket) }
        let first = try await Sample.number(of: socket.receive())
        report(0, first != nil)
        for number in 1..<max(job.count, 1) {
            try await report(number, Sample.number(of: socket.receive()) == first.map { $0 + number })
        }
    }

    private func publish(_ socket: some ZMQSendingSocket) async throws {
        try open(socket)
        try await publishUntilInputEnds(socket)
    }

    private func publishWanted(_ socket: XPubSocket) async throws {
        try open(socket)
        if job.action == .flood {
            _ = try await socket.receive()
            return try await Flood(job: job, node: node).send(socket)
        }
        if let wish = try await ZMQSubscription(socket.receive()) {
            InteropPeer.say("wish \(String(decoding: wish.topic, as: UTF8.self))")
        }
        try await publishUntilInputEnds(socket)
    }

    private func publishUntilInputEnds(_ socket: some ZMQSendingSocket) async throws {
        let end = InputEnd(node)
        var number = 0
        while !end.hasCome {
            try socket.send(Sample.message(number, topic: "b."))
            try socket.send(Sample.message(number))
            number += 1
            await pause()
        }
    }

    /// Sends back what comes over each connection, or sends some and awaits that.
    private func exchangeBytes(_ socket: StreamSocket) async throws {
        try open(socket)
        let bytes = Sample.message(4).frame(2)
        var left = job.count * bytes.count
        while left > 0 {
            let piece = try await socket.receive()
            if piece.size(of: 1) > 0 {
                left -= piece.size(of: 1)
                if job.action == .echo { try socket.send(piece) }
                if job.action == .ask, piece.frame(1).contains(where: { $0 != bytes[0] }) { return report(0, false) }
            } else if job.action == .ask {
                // Connected.
                for _ in 0..<job.count { try socket.send(ZMQMultipart(piece.frame(0), bytes)) }
            }
        }
        report(0, left == 0)
        if job.action == .echo { await inputEnd() }
    }

    // MARK: Steps

    private func open(_ socket: some ZMQSocket) throws {
        try socket.monitor { event in
            switch job.action {
            case .watch: InteropPeer.say("event \(event.kind)")
            case .flood, .collect: if event.kind == .disconnected { InteropPeer.say("disconnected") }
            default: break
            }
        }
        guard job.isBound else { return try socket.connect(job.endpoint, security: job.clientSecurity) }
        InteropPeer.say("bound \(try socket.bind(job.endpoint, security: job.serverSecurity))")
    }

    /// Waits for a peer, where the role does not do that itself.
    private func send(_ message: ZMQMultipart, _ socket: some ZMQSendingSocket) async throws {
        while true {
            do throws(ZMQError) {
                return try socket.send(message)
            } catch {
                guard error.code == .peerGone || error.code == .wouldBlock else { throw error }
            }
            await pause()
        }
    }

    private func pause() async {
        await withCheckedContinuation { continuation in
            node.schedule(after: .milliseconds(2)) { continuation.resume() }
        }
    }

    private func inputEnd() async {
        let end = InputEnd(node)
        while !end.hasCome { await pause() }
    }

    private func report(_ number: Int, _ isRight: Bool) {
        InteropPeer.say("\(isRight ? "right" : "wrong") \(number)")
    }
}

/// Whether the standard input has ended, which is how a test tells its peers that it has seen enough.
private final class InputEnd {
    private(set) var hasCome = false

    init(_ node: ZMQNode) {
        var watch: ZMQWatch?
        watch = node.watch(0, for: .readable) { [weak self] _ in
            self?.hasCome = true
            if let watch { node.end(watch) }
        }
    }
}
