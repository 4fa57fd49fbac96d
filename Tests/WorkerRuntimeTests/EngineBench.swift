import Foundation
import Messages
import Storage
import Synchronization
import WireJSON
import WorkerRuntime
import ZeroMQ

/// An engine on a real journal in a directory of its own, and a clock that only moves when told to.
final class EngineBench {
    let directory: String
    let journal: FaultyJournal
    let engine: RequestEngine<CounterService>
    let clock = Clock()
    private(set) var published: [EventRecord] = []

    final class Clock {
        var moment = Moment(monotonic: 1_000_000_000, wall: 1_795_231_445_678)
    }

    init(directory: String? = nil, limits: WorkerLimits = WorkerLimits()) throws {
        self.directory = directory ?? NSTemporaryDirectory() + "jangteo-engine-" + UUID().uuidString
        journal = FaultyJournal(
            try SQLiteJournal(
                opening: SQLiteJournalConfiguration(
                    directory: self.directory,
                    service: "juice",
                    initialLevels: [Level(item: "number", quantity: 0, version: 1)]
                )
            )
        )
        let clock = clock
        engine = try RequestEngine(
            service: CounterService(),
            journal: journal,
            limits: limits,
            processID: "p",
            clock: { clock.moment }
        )
    }

    deinit {
        journal.close()
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// Sends texts as one turn, each as a message of its own; the replies of each peer's messages in order.
    func turn(_ texts: String...) throws -> [JSONNode?] {
        try turn(texts.map { ZMQMultipart(Array("peer".utf8), [], Array($0.utf8)) })
    }

    func turn(_ messages: [ZMQMultipart]) throws -> [JSONNode?] {
        var replies: [JSONNode?] = []
        for message in messages {
            let before = engine.answerCount
            engine.receive(message)
            replies.append(nil)
            if engine.answerCount == before { replies[replies.count - 1] = nil }
            answered.append(engine.answerCount > before)
        }
        engine.commit()
        var answer = ZMQMultipart()
        var index = 0
        for (position, isAnswered) in answered.enumerated() where isAnswered {
            engine.writeAnswer(index, to: &answer)
            replies[position] = try JSONReader(limits: JSONLimits(bytes: 1 << 24, members: 1 << 16))
                .read(answer.frame(answer.count - 1))
            index += 1
        }
        answered.removeAll()
        published += engine.committedEvents
        engine.endTurn()
        return replies
    }

    private var answered: [Bool] = []

    func one(_ text: String) throws -> JSONNode? {
        try turn(text)[0]
    }

    func add(_ amount: Int, id: Int = 1, key: String? = nil, meta: String = "") -> String {
        let key = key.map { #""idempotencykey":"\#($0)""# } ?? ""
        let joined = [key, meta].filter { !$0.isEmpty }.joined(separator: ",")
        return
            #"{"jsonrpc":"2.0","id":\#(id),"method":"counter.add","params":{"amount":\#(amount)},"meta":{\#(joined)}}"#
    }

    func get(id: Int = 1) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"counter.get"}"#
    }
}

extension JSONNode {
    var reason: String? { self["error"]?["data"]?["reason"]?.string }
    var outcome: String? { self["error"]?["data"]?["outcome"]?.string }
    var result: JSONNode? { self["result"] }
}
