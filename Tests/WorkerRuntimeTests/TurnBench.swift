import Foundation
import Messages
import Storage
import Synchronization
import WireJSON
import WorkerRuntime
import ZeroMQ

/// An engine on a real journal in a directory of its own, and a clock that only moves when told to.
class TurnBench<Service: WorkerService> {
    let directory: String
    let journal: FaultyJournal
    let engine: RequestEngine<Service>
    let clock = Clock()
    private(set) var published: [EventRecord] = []
    /// What the turns so far want to have prepared elsewhere.
    private(set) var started: [StartedPreparation<Service.State>] = []
    private var answered: [Bool] = []

    final class Clock {
        var moment = Moment(monotonic: 1_000_000_000, wall: 1_795_231_445_678)
    }

    init(_ service: Service, directory: String? = nil, limits: WorkerLimits = WorkerLimits()) throws {
        self.directory = directory ?? NSTemporaryDirectory() + "jangteo-engine-" + UUID().uuidString
        var configuration = SQLiteJournalConfiguration(
            directory: self.directory,
            service: service.name.rawValue,
            initialLevels: service.initialLevels
        )
        configuration.tables = service.tables
        journal = FaultyJournal(try SQLiteJournal(opening: configuration))
        let clock = clock
        engine = try RequestEngine(
            service: service,
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
        for message in messages {
            let before = engine.answerCount
            engine.receive(message)
            answered.append(engine.answerCount > before)
        }
        return try endTurn()
    }

    /// Does the work of everything that was started, and decides it all in one turn together with some texts.
    ///
    /// - Returns: The replies to what was started, in its order, then those to the texts.
    func finish(_ texts: String...) throws -> [JSONNode?] {
        for preparation in started {
            engine.finish(preparation.id, Result(catching: preparation.work))
            answered.append(true)
        }
        started.removeAll()
        return try turn(texts.map { ZMQMultipart(Array("peer".utf8), [], Array($0.utf8)) })
    }

    func one(_ text: String) throws -> JSONNode? {
        try turn(text)[0]
    }

    private func endTurn() throws -> [JSONNode?] {
        engine.commit()
        var replies: [JSONNode?] = answered.map { _ in nil }
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
        started += engine.takePreparations()
        return replies
    }
}

extension JSONNode {
    var reason: String? { self["error"]?["data"]?["reason"]?.string }
    var outcome: String? { self["error"]?["data"]?["outcome"]?.string }
    var result: JSONNode? { self["result"] }
}
