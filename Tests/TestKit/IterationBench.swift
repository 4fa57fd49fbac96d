internal import Foundation
package import Journal
package import Messages
internal import Platform
import SQLiteJournal
package import WireJSON
package import WorkerEngine
internal import WorkerRuntime
package import ZeroMQ

/// An engine on a real journal in a directory of its own, and a clock that only moves when told to.
package final class IterationBench<Service: WorkerService> {
    /// The store's directory, removed with the bench.
    package let directory: String
    /// The journal.
    package let journal: FaultyJournal
    /// What is served.
    package let service: Service
    /// The engine.
    package let engine: RequestEngine
    /// The clock.
    package let clock = Clock()
    /// Every event that was committed.
    package private(set) var published: [EventRecord] = []
    /// The background jobs that the iterations so far have asked for.
    package private(set) var started: [(id: Int, work: @Sendable () -> Void)] = []
    /// What the answers of the last iteration had attached, one after the other.
    package private(set) var attachments: [[UInt8]] = []
    /// Who sends what follows; `nil` for somebody who may not be here.
    package var peer: PeerAccess? = .local
    private var answered: [Bool] = []

    /// A clock that stands still.
    package final class Clock {
        /// What it shows.
        package var moment = Moment(monotonic: 1_000_000_000, wall: 1_795_231_445_678)
        /// How long the machine has been running, in milliseconds.
        package var uptime = 1_000

        /// Lets time pass on both clocks.
        package func pass(milliseconds: Int) {
            moment.wall += milliseconds
            uptime += milliseconds
        }
    }

    /// Opens the journal and makes the engine.
    ///
    /// - Parameters:
    ///   - service: What to serve.
    ///   - directory: Where another bench has left a store; a new directory otherwise.
    ///   - limits: How much to take at once.
    ///   - retainedEvents: How many events are kept; `nil` for as many as usual.
    ///   - replicatedEpoch: The stream that the store belongs to, whose rows are in the journal's log; `nil` for none.
    ///   - prepare: Fills the store before the engine looks at it.
    package init(
        _ service: Service,
        directory: String? = nil,
        limits: WorkerLimits = WorkerLimits(),
        retainedEvents: Int? = nil,
        replicatedEpoch: String? = nil,
        prepare: (any Journal) throws -> Void = { _ in }
    ) throws {
        self.service = service
        self.directory = directory ?? NSTemporaryDirectory() + "jangteo-engine-" + UUID().uuidString
        var configuration = SQLiteJournalConfiguration(
            directory: self.directory,
            service: service.name.rawValue,
            initialLevels: service.initialLevels,
            balanceRule: service.balanceRule
        )
        configuration.tables = service.tables
        configuration.replicatedEpoch = replicatedEpoch
        if let retainedEvents { configuration.retainedEvents = retainedEvents }
        journal = FaultyJournal(try SQLiteJournal(opening: configuration))
        try prepare(journal)
        let clock = clock
        var dependencies = RequestEngine.Dependencies(processID: "p")
        dependencies.limits = limits
        dependencies.clock = { clock.moment }
        dependencies.bootClock = { BootMoment(boot: "boot", milliseconds: clock.uptime) }
        engine = try RequestEngine(service: service, journal: journal, dependencies)
    }

    deinit {
        journal.close()
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// Sends texts as one iteration, each as a message of its own; the replies of each peer's messages in order.
    package func iterate(_ texts: String...) throws -> [JSONNode?] {
        try iterate(texts.map { ZMQMultipart(Array("peer".utf8), [], Array($0.utf8)) })
    }

    /// The same with whole messages.
    package func iterate(_ messages: [ZMQMultipart]) throws -> [JSONNode?] {
        try iterate(messages.map { ($0, peer) })
    }

    /// The same with messages of several peers.
    package func iterate(_ messages: [(ZMQMultipart, from: PeerAccess?)]) throws -> [JSONNode?] {
        for (message, peer) in messages {
            let before = engine.answerCount
            engine.take(message, from: peer)
            answered.append(engine.answerCount > before)
        }
        return try endIteration()
    }

    /// Does the work of everything that was started, and decides it all in one iteration together with some texts.
    ///
    /// - Returns: The replies to what was started, in its order, then those to the texts.
    package func finish(_ texts: String...) throws -> [JSONNode?] {
        for job in started {
            job.work()
            engine.finish(job.id)
            answered.append(true)
        }
        started.removeAll()
        return try iterate(texts.map { ZMQMultipart(Array("peer".utf8), [], Array($0.utf8)) })
    }

    /// Sends one text as an iteration of its own.
    package func one(_ text: String) throws -> JSONNode? {
        try iterate(text)[0]
    }

    private func endIteration() throws -> [JSONNode?] {
        engine.commit()
        var replies: [JSONNode?] = answered.map { _ in nil }
        attachments.removeAll()
        var index = 0
        for (position, isAnswered) in answered.enumerated() where isAnswered {
            let answer = engine.answer(index)
            // Behind the first empty frame; that of somebody who sent none, behind the routing id.
            let body = (1..<answer.count).first { answer.size(of: $0) == 0 }.map { $0 + 1 } ?? 1
            replies[position] = try JSONReader(limits: JSONLimits(bytes: 1 << 24, members: 1 << 16))
                .read(answer.frame(body))
            attachments += (body + 1..<answer.count).map { answer.frame($0) }
            index += 1
        }
        answered.removeAll()
        engine.forEachCommittedEvent { published.append($0) }
        engine.endIteration()
        engine.endTick()
        engine.forEachStartedJob { id, _, work in started.append((id, work)) }
        return replies
    }
}

extension RequestEngine {
    /// Reads and decides a message.
    package func take(_ message: ZMQMultipart, from peer: PeerAccess? = .local) {
        var request = RequestMessage()
        request.take(message, within: limits)
        request.peer = peer
        decide(request, as: read(request))
    }

    /// One reply message of the iteration.
    package func answer(_ index: Int) -> ZMQMultipart {
        var answer = ZMQMultipart()
        withAnswer(index) { returnAddress, json, attachments in
            answer.begin(to: returnAddress, with: json)
            for attachment in attachments { answer.append(attachment) }
        }
        return answer
    }
}

extension JSONNode {
    /// Why a reply was a refusal; `nil` when it was none.
    package var reason: String? { self["error"]?["data"]?["reason"]?.string }
    /// Whether what was refused has happened.
    package var outcome: String? { self["error"]?["data"]?["outcome"]?.string }
    /// The result of a reply.
    package var result: JSONNode? { self["result"] }
}
