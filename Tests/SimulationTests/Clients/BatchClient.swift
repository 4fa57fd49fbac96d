import DequeModule
import Messages
import SimulatedWorker
import WireJSON
import ZeroMQ

/// A client that nobody here wrote: one frame out, one back, with the delimiter of a REQ; batches and notifications.
///
/// It sends what the other clients cannot, and never repeats anything.
final class BatchClient {
    private struct Sent {
        let records: [Int]
        /// The record that must be refused because the time before it was over, if the batch got that far.
        var late: Int?
    }

    private let host: Int
    private let world: World
    private let ledger: ClientLedger
    private let socket: ClientSocket
    private var sent: [Sent] = []
    private var lastNumber = 0

    init(host: Int, _ world: World, _ network: Network, _ ledger: ClientLedger) {
        self.host = host
        self.world = world
        self.ledger = ledger
        socket = ClientSocket(world, network, host: host, service: .juice, port: .requests)
        socket.onMessage = { [unowned self] in receive() }
        socket.onDown = { [unowned self] in
            // Answers that came before the end count.
            receive()
            forget()
            socket.dial(after: 100 * millisecond)
        }
        socket.dial()
    }

    /// Sends batches until a moment.
    func work(until end: Int) {
        world.after(world.random.nanoseconds(10 * millisecond...2 * second)) { [self] in
            guard world.now < end else { return }
            if socket.isUp {
                if world.random.chance(percent: 15) { notify() } else { sendBatch() }
            }
            work(until: end)
        }
    }

    func close() {
        forget()
        socket.onMessage = nil
        socket.onDown = nil
        socket.close()
    }

    private func forget() {
        for record in sent.flatMap(\.records) { ledger.end(record, .unknown, sends: 1) }
        sent = []
    }

    // MARK: Sending

    /// A write without an id: it must not be carried out.
    private func notify() {
        let intent = JuiceWorkload.adjust(&world.random)
        lastNumber += 1
        let record = begin(intent)
        ledger.end(record, .notApplied(reason: "a notification"), sends: 1)
        send(text(intent, id: nil, timeout: nil))
    }

    private func sendBatch() {
        var sending = Sent(records: [], late: nil)
        var records: [Int] = []
        var texts: [String] = []
        func add(_ intent: Intent, timeout: Int? = nil) {
            lastNumber += 1
            records.append(begin(intent))
            texts.append(text(intent, id: id, timeout: timeout))
        }
        for _ in 0..<world.random.int(1...4) {
            var intent =
                world.random.chance(percent: 70)
                ? JuiceWorkload.order(&world.random) : JuiceWorkload.adjust(&world.random)
            if world.random.chance(percent: 50) { intent.key = "batch-\(host)-\(lastNumber)" }
            add(intent)
        }
        if world.random.chance(percent: 50) {
            // The look at the past makes the service commit what it has, which takes longer than the last request has.
            add(JuiceWorkload.adjust(&world.random))
            add(Intent(service: .juice, method: JuiceMethod.orderList.name, params: nil, isWrite: false))
            add(JuiceWorkload.adjust(&world.random), timeout: 1)
            sending.late = records.count - 1
        }
        sent.append(Sent(records: records, late: sending.late))
        send("[\(texts.joined(separator: ","))]")
    }

    private var id: String { "b\(host)-\(lastNumber)" }

    private func begin(_ intent: Intent) -> Int {
        ledger.begin(CallRecord(client: host, service: .juice, intent: intent, id: id, start: world.now))
    }

    private func text(_ intent: Intent, id: String?, timeout: Int?) -> String {
        var members = [#""jsonrpc":"2.0""#, #""method":"\#(intent.method)""#]
        if let id { members.append(#""id":"\#(id)""#) }
        if let params = intent.params { members.append(#""params":\#(String(decoding: params, as: UTF8.self))"#) }
        var meta: [String] = []
        if let key = intent.key { meta.append(#""idempotencykey":"\#(key)""#) }
        if let timeout { meta.append(#""timeoutms":\#(timeout)"#) }
        if !meta.isEmpty { members.append(#""meta":{\#(meta.joined(separator: ","))}"#) }
        return "{\(members.joined(separator: ","))}"
    }

    private func send(_ text: String) {
        socket.send(ZMQMultipart([], Array(text.utf8)))
    }

    // MARK: Receiving

    private func receive() {
        while let message = socket.inbox.popFirst() {
            guard message.count == 2, message.size(of: 0) == 0, let root = try? JSONReader().read(message.frame(1)),
                let first = root[0]?["id"]?.string,
                let index = sent.firstIndex(where: { $0.records.contains { ledger.records[$0].id == first } })
            else {
                world.find("client \(host) got an answer that it cannot read")
                continue
            }
            take(root, sent.remove(at: index))
        }
    }

    private func take(_ root: JSONNode, _ batch: Sent) {
        let replies = Array(root.elements)
        guard replies.count == batch.records.count else {
            world.find("client \(host) sent \(batch.records.count) requests and got \(replies.count) answers")
            for record in batch.records { ledger.end(record, .unknown, sends: 1) }
            return
        }
        var isSpent = true
        for (index, record) in batch.records.enumerated() {
            guard let reply = Reply(replies[index]), reply.id?.description == ledger.records[record].id else {
                world.find("client \(host) got the answer to another request")
                continue
            }
            switch reply.outcome {
            case .success(let result):
                if index == batch.late, isSpent {
                    world.find("\(ledger.records[record].id) was done after its time")
                }
                var writer = JSONWriter()
                result.write(to: &writer)
                ledger.end(record, .ok(result: writer.bytes, attachments: [], reply.meta), sends: 1)
            case .failure(let error):
                // Without the commit, or the look at the past, no time has passed.
                if let late = batch.late, index >= late - 2 { isSpent = false }
                ledger.end(
                    record,
                    error.outcome == .notApplied ? .notApplied(reason: error.reason) : .unknown,
                    sends: 1
                )
            }
        }
    }
}
