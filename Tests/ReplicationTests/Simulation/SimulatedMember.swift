import Foundation
import Journal
import Platform
import ReplicatedLog
import Replication
import SQLiteJournal
import SimulatedLog

/// One machine of a stream: a store that stays, and one life of a worker after the other over it.
final class SimulatedMember {
    let name: String
    private(set) var store: SQLiteJournal
    private(set) var replicator: StreamReplicator
    /// Why the present life serves nothing.
    private(set) var stopped: StopReason?
    /// Told of what its store has, each time that this changes.
    var onStored: (SimulatedMember) -> Void = { _ in }

    private let directory: String
    private let engine: SimulatedEngine
    private let time: VirtualTime
    private let settings: ReplicationSettings
    private var life = 1
    private var isPaused = false
    private var held: [() -> Void] = []

    init(
        _ name: String,
        in directory: String,
        on engine: SimulatedEngine,
        _ time: VirtualTime,
        _ settings: ReplicationSettings
    ) throws {
        self.name = name
        self.directory = directory
        self.engine = engine
        self.time = time
        self.settings = settings
        store = try SQLiteJournal(opening: Shop.configuration(directory))
        let log = engine.log(try LogIdentity(stream: "s", writer: name + ".1"))
        replicator = Self.replicator(store, log, name, settings, time)
        begin(log)
    }

    deinit { store.close() }

    private static func replicator(
        _ store: SQLiteJournal,
        _ log: SimulatedLog,
        _ name: String,
        _ settings: ReplicationSettings,
        _ time: VirtualTime
    ) -> StreamReplicator {
        let seed = SeededGenerator.seed(of: log.identity.writer)
        return StreamReplicator(store, following: log, endpoints: name, settings: settings, seed: seed) { time.now }
    }

    private func begin(_ log: SimulatedLog) {
        stopped = nil
        log.deliver = { [weak self] answer in self?.perform(answer) }
        let replicator = replicator
        replicator.onWakeTime = { [weak self, weak replicator, time] moment in
            time.schedule(moment - time.now) { self?.perform { replicator?.wake() } }
        }
        replicator.onApplied = { [weak self] _ in
            if let self { onStored(self) }
        }
        replicator.onNotice = { [weak self] action in
            if case .stop(let reason) = action { self?.stopped = reason }
        }
        replicator.start()
    }

    var writer: String { replicator.member.identity.writer }

    // MARK: What befalls it

    /// Ends the process, and starts another over the same store.
    ///
    /// - Parameter losesNewest: Whether the power is lost, too: the store then is what it was at an earlier restart.
    func restart(losesNewest: Bool = false) throws {
        isPaused = false
        held.removeAll()
        replicator.close()
        store.close()
        let (files, earlier) = (FileManager.default, directory + ".earlier")
        if losesNewest, files.fileExists(atPath: earlier) {
            try files.removeItem(atPath: directory)
            try files.copyItem(atPath: earlier, toPath: directory)
        } else {
            try? files.removeItem(atPath: earlier)
            try files.copyItem(atPath: directory, toPath: earlier)
        }
        life += 1
        store = try SQLiteJournal(opening: Shop.configuration(directory))
        let log = engine.log(try LogIdentity(stream: "s", writer: "\(name).\(life)"))
        replicator = Self.replicator(store, log, name, settings, time)
        begin(log)
    }

    /// Stops the process where it is: what it should hear meanwhile it hears when it goes on.
    func pause() { isPaused = true }

    func resume() {
        isPaused = false
        let waiting = held
        held.removeAll()
        for event in waiting { event() }
    }

    /// Has it do something, when it runs.
    func perform(_ event: @escaping () -> Void) {
        if isPaused { held.append(event) } else { event() }
    }

    // MARK: Requests

    /// Takes a write as a service does: what is known under its key is not done again.
    ///
    /// - Parameter done: Not called when the process ends first.
    func write(_ attempt: Shop.Attempt, within limit: Duration, _ done: @escaping (CommitOutcome) -> Void) {
        let replicator = replicator
        let begin = { [self] in
            guard replicator === self.replicator else { return }
            do {
                if try store.storedReply(forKey: attempt.key) != nil { return done(.committed) }
                if let refusal = replicator.refusal { return done(.refused(refusal)) }
                let moment = 1_700_000_000_000 + Int(time.now / .milliseconds(1))
                let batch = try Shop.decide(attempt, in: store, at: moment)
                var isOpen = true
                replicator.commit(batch) { outcome in
                    isOpen = false
                    if outcome == .committed { self.onStored(self) }
                    done(outcome)
                }
                time.schedule(limit) {
                    self.perform {
                        if isOpen { replicator.abandonCommit(because: "its time has ended") }
                    }
                }
            } catch {
                done(.unknown("\(error)"))
            }
        }
        perform(begin)
    }
}

extension SeededGenerator {
    /// The same number for the same text.
    static func seed(of text: String) -> UInt64 { text.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) } }
}
