internal import Glibc
internal import Messages
internal import Platform
internal import WireJSON
internal import WorkerClient
internal import ZeroMQ

/// One client of a load: sends what is due and checks what comes back.
///
/// It speaks the protocol itself, over one DEALER and without a task for a request: it shares the machine with the
/// service, and whatever it costs is missing there. What a lost connection has left unanswered stays so; the audit finds
/// out. Belongs to the node's thread.
final class LoadConnection {
    private struct Slot {
        var number = -1
        var due: Int64 = 0
        var isOrder = false
    }

    private static let maxMessagesPerTick = 256

    let name: String
    private(set) var tally = LoadTally()
    private(set) var out = 0
    private let pace: LoadPace
    private let mix: LoadMix
    private let constantMember: String?
    private let node: ZMQNode
    private let socket: DealerSocket
    private var order: RequestTemplate?
    private var read: RequestTemplate?
    /// By the low bits of the number: more than can be out, so that a free slot is the rule.
    private var slots: [Slot]
    private var ends: [LoadTally.OrderEnd] = []
    private var constant: String?
    private var begin: Int64 = 0
    private var counting: Int64 = 0
    private var end: Int64 = 0
    private var isStopped = false
    private var bytes: [UInt8] = []
    private var outgoing = ZMQMultipart()
    private var incoming = ZMQMultipart()
    private let reader = JSONReader(limits: .generous)
    /// Called when the last answer is there after ``stop()``.
    var onIdle: (() -> Void)?

    /// - Throws: `ZMQError` when the endpoint is invalid or no socket can be made.
    init(_ plan: LoadPlan, client: Int, on node: ZMQNode) throws(ZMQError) {
        let name = "b" + String(UInt64.random(in: 0 ... .max), radix: 36)
        self.name = name
        pace = plan.pace.share(client, of: plan.clients)
        mix = plan.mix
        constantMember = plan.read?.constantMember
        self.node = node
        order = plan.order.map { RequestTemplate(of: $0, client: name, isKeyed: true, timeout: plan.timeout) }
        read = plan.read.map { RequestTemplate(of: $0, client: name, isKeyed: false, timeout: plan.timeout) }
        var capacity = 1
        while capacity < 2 * plan.pace.window { capacity *= 2 }
        slots = Array(repeating: Slot(), count: capacity)
        var options = ZMQSocketOptions.dealer
        // What waits for a connection must not be sent over the next one, where nobody expects it.
        options.immediate = true
        socket = try node.makeDealer(options)
        let keys = plan.address.keys
        let endpoint = try ZMQEndpoint(parsing: plan.address.rpcEndpoints[0])
        try endpoint.requirePrivate()
        try socket.connect(
            endpoint,
            security: keys.map { .curve(server: $0.server, client: $0.client) } ?? .none
        )
    }

    func start(at now: Int64, warmUp: Duration, duration: Duration) {
        begin = now
        counting = begin + Int64(warmUp / .nanoseconds(1))
        end = counting + Int64(duration / .nanoseconds(1))
        // Without it a lost connection would only be seen as silence.
        try? socket.monitor { [self] event in
            if case .disconnected = event.kind { disconnected() }
        }
        node.whenReadable(socket) { [self] in
            receive()
            _ = sendDue()
        }
        _ = sendDue()
    }

    func stop() {
        isStopped = true
    }

    /// Sends what is due and has room.
    ///
    /// - Returns: When the next request of an open loop is due, in nanoseconds of the monotonic clock; `nil` where an
    ///   answer decides, or after the end.
    func sendDue() -> Int64? {
        var now = Self.now()
        while !isStopped, now < end, out < pace.window {
            let due = pace.rate == nil ? now : begin + pace.due(tally.sent)
            guard due <= now else { return min(due, end) }
            // Still out after all others of a round: its answer has to come first.
            guard slots[tally.sent & (slots.count - 1)].number < 0 else { return nil }
            guard send(due) else {
                node.whenWritable(socket) { [self] in _ = sendDue() }
                return nil
            }
            if pace.rate == nil { now = Self.now() }
        }
        return nil
    }

    private func send(_ due: Int64) -> Bool {
        let number = tally.sent
        let isOrder = read == nil || (order != nil && mix.isOrder(number))
        if isOrder {
            order?.write(due: Int(due / 1_000), number: number, to: &bytes)
        } else {
            read?.write(due: Int(due / 1_000), number: number, to: &bytes)
        }
        outgoing.removeAll()
        // As calls do, see `CallRequest`.
        outgoing.append([UInt8]())
        outgoing.append(bytes)
        do {
            try socket.send(outgoing)
        } catch {
            return false
        }
        slots[number & (slots.count - 1)] = Slot(number: number, due: due, isOrder: isOrder)
        // A refused place is distinguished from an unanswered one, and a read is neither lost nor done twice.
        if order != nil { ends.append(isOrder ? .unanswered : .refused) }
        tally.sent += 1
        out += 1
        return true
    }

    /// Gives up what is out: its answers will not come, and what it has done the audit finds out.
    private func disconnected() {
        // Answers that came before the end are there already, and count.
        receive(atMost: .max)
        for index in slots.indices { slots[index].number = -1 }
        out = 0
        if isStopped { onIdle?() }
        _ = sendDue()
    }

    private func receive(atMost limit: Int = maxMessagesPerTick) {
        for _ in 0..<limit {
            guard (try? socket.receive(into: &incoming)) == true else { break }
            take(Self.now())
        }
        if out == 0, isStopped { onIdle?() }
    }

    private func take(_ now: Int64) {
        guard incoming.count > incoming.jsonFrame, let root = try? reader.read(incoming.span(of: incoming.jsonFrame)),
            let id = root["id"]?.string.flatMap({ LoadRequestID($0) }), id.client == name,
            slots[id.number & (slots.count - 1)].number == id.number
        else {
            tally.stray += 1
            return
        }
        let slot = slots[id.number & (slots.count - 1)]
        slots[id.number & (slots.count - 1)].number = -1
        out -= 1
        guard let result = root["result"] else {
            if order != nil { ends[slot.number] = .refused }
            let reason: String
            switch Reply(root)?.outcome {
            case .failure(let error):
                reason = error.reason
                // Nobody knows; the audit will.
                if error.outcome == .unknown, slot.isOrder { ends[slot.number] = .unanswered }
            default: reason = "BAD_REPLY"
            }
            tally.refused[reason, default: 0] += 1
            return
        }
        guard slot.isOrder || isRight(result) else {
            tally.wrong += 1
            return
        }
        tally.acknowledged += 1
        if slot.isOrder {
            ends[slot.number] = .acknowledged
            tally.lastSequence = max(tally.lastSequence, root["meta"]?["sequence"]?.integer ?? 0)
        }
        if now >= counting, now < end { tally.counted += 1 }
        if slot.due >= counting, slot.due < end { tally.latencies.record(nanoseconds: now - slot.due) }
    }

    /// Whether a read's result is what the first one was, as far as it has to be.
    private func isRight(_ result: JSONNode) -> Bool {
        guard let constantMember else { return true }
        let value = result[constantMember]?.string
        if constant == nil { constant = value }
        return value != nil && value == constant
    }

    /// Closes the connection.
    ///
    /// - Returns: What became of its requests.
    func close() -> LoadTally {
        isStopped = true
        onIdle = nil
        socket.close()
        if order != nil { tally.orders[name[...]] = ends }
        return tally
    }

    /// Nanoseconds of the monotonic clock.
    static func now() -> Int64 { Int64(SystemClock.monotonic) }
}
