import Journal
import ReplicatedLog
import Replication
import SQLiteJournal
import SimulatedLog
import TestKit
import Testing

/// What a service hears of its journal when the journal's truth is a log.
struct ReplicatedJournalTests {
    private let bench: StreamBench
    private var time: VirtualTime { bench.time }
    private var engine: SimulatedEngine { bench.engine }
    private var directory: TemporaryDirectory { bench.directory }

    init() throws { bench = try StreamBench() }

    /// A worker with a store of its own, after so long that it has its part.
    private func worker(_ name: String) throws -> (journal: ReplicatedJournal, store: SQLiteJournal) {
        let store = try SQLiteJournal(opening: Shop.configuration(directory.path + "/" + name))
        let log = engine.log(try LogIdentity(stream: "s", writer: name))
        let time = time
        log.passTime = { time.run(until: time.now + $0, unless: $1) }
        let journal = ReplicatedJournal(store, following: log, endpoints: name, seed: 1) { time.now }
        journal.start { _ in }
        time.run(until: time.now + .seconds(1))
        return (journal, store)
    }

    private func write(_ number: Int, to worker: (journal: ReplicatedJournal, store: SQLiteJournal)) throws {
        let attempt = Shop.Attempt(key: "key-\(number)", number: number)
        try worker.journal.commit(Shop.decide(attempt, in: worker.store, at: 1))
    }

    @Test func `a commit returns when the log and the store have it, and takes as long as the log`() throws {
        let active = try worker("a")
        engine.faults.delay = .milliseconds(20) ... .milliseconds(20)
        let start = time.now
        try write(3, to: active)
        #expect(time.now - start == .milliseconds(40))
        #expect(active.journal.lastEntry == 1 && engine.storage.streams["s"]?.rows.count == 1)
        #expect(active.journal.status.part == .active && active.journal.status.position == 1)
    }

    @Test func `a replica refuses what it is asked, names the active, and tells when it has followed`() throws {
        let active = try worker("a")
        let replica = try worker("b")
        #expect(active.journal.refusal == nil)
        #expect(replica.journal.refusal?.code == .notActive(endpoints: "a"))
        #expect(throws: StorageError.self) { try write(3, to: replica) }
        var followed: [Int] = []
        replica.journal.observe = { if case .followed = $0 { followed.append(replica.journal.lastEntry) } }
        try write(3, to: active)
        time.run(until: time.now + .seconds(1))
        #expect(followed == [1] && replica.journal.epoch == active.journal.epoch)
    }

    @Test func `whoever waits for rows has the log looked at at once`() throws {
        let active = try worker("a")
        let replica = try worker("b")
        try write(3, to: active)
        replica.journal.followNow()
        time.run(until: time.now)
        #expect(replica.journal.lastEntry == 1)
    }

    @Test func `callers of a log that does not answer hear that nobody knows, and it is followed all the same`()
        throws
    {
        let active = try worker("a")
        var followed = 0
        active.journal.observe = { if case .followed = $0 { followed += 1 } }
        engine.cutOff("a", [.answers])
        let start = time.now
        let error = #expect(throws: StorageError.self) { try write(3, to: active) }
        #expect(error?.code == .commitUnknown && time.now - start == .seconds(2))
        // The log has it, this worker cannot know; neither may it say that its store works.
        #expect(engine.storage.streams["s"]?.rows.count == 1 && active.journal.lastEntry == 0)
        #expect(throws: StorageError.self) { try active.journal.probe() }
        #expect(active.journal.refusal?.code == .notServing)
        // Nor that there is no write under its key.
        #expect(throws: StorageError.self) { try active.journal.storedReply(forKey: "key-3") }
        engine.reconnect("a")
        time.run(until: time.now + .seconds(5))
        #expect(active.journal.lastEntry == 1 && followed == 1)
        #expect(try active.journal.storedReply(forKey: "key-3") != nil)
        #expect(try active.journal.storedReply(forKey: "key-4") == nil)
        try active.journal.probe()
        try write(4, to: active)
    }

    @Test func `what the log refuses was not done, and the next is taken`() throws {
        let active = try worker("a")
        engine.faults.refusal = LogError(.full, "No space")
        let error = #expect(throws: StorageError.self) { try write(3, to: active) }
        #expect(error?.code == .notServing && active.journal.lastEntry == 0)
        engine.faults.refusal = nil
        time.run(until: time.now + .seconds(4))
        try write(3, to: active)
        #expect(active.journal.lastEntry == 1)
    }

    @Test func `a log that refuses is told whether or not anybody writes, in its own words, and when it works again`()
        throws
    {
        let active = try worker("a")
        let replica = try worker("b")
        var told: [String: [String?]] = [:]
        active.journal.observe = { if case .trouble(let text) = $0 { told["a", default: []].append(text) } }
        replica.journal.observe = { if case .trouble(let text) = $0 { told["b", default: []].append(text) } }
        let error = LogError(.notDurable, "fsync is off")
        engine.faults.refusal = error
        time.run(until: time.now + .seconds(4))
        #expect(told == ["a": [error.description], "b": [error.description]])
        engine.faults.refusal = nil
        time.run(until: time.now + .seconds(4))
        #expect(told == ["a": [error.description, nil], "b": [error.description, nil]])
    }

    @Test func `a snapshot that cannot be made is told`() throws {
        let active = try worker("a")
        let replica = try worker("b")
        for number in 1...3 { try write(number, to: active) }
        time.run(until: time.now + .seconds(1))
        var reports: [Result<Int, StorageError>] = []
        let offload: StreamOffload = { work, done in
            work()
            time.schedule(.zero, done)
        }
        let error = LogError(.denied, "permission denied for table snapshot")
        engine.faults.refusal = error
        replica.journal.makeSnapshotIfDue(every: 1, offload: offload) { reports.append($0) }
        time.run(until: time.now + .seconds(1))
        #expect(reports == [.failure(StorageError(.failing, error.description))])
        engine.faults.refusal = nil
        time.run(until: time.now + .seconds(4))
    }

    @Test func `who gives the stream up is followed within a third of a second`() throws {
        let active = try worker("a")
        let replica = try worker("b")
        try write(3, to: active)
        let start = time.now
        active.journal.handOver()
        time.run(until: time.now + .seconds(3)) { replica.journal.refusal == nil }
        #expect(time.now - start < .milliseconds(330))
        try write(4, to: replica)
    }

    @Test func `a replica makes a snapshot when one is due, from which a new store can begin`() throws {
        let active = try worker("a")
        let replica = try worker("b")
        for number in 1...6 { try write(number, to: active) }
        time.run(until: time.now + .seconds(1))
        var reports: [Result<Int, StorageError>] = []
        let offload: StreamOffload = { work, done in
            work()
            time.schedule(.zero, done)
        }
        for worker in [active, replica] {
            worker.journal.makeSnapshotIfDue(every: 7, offload: offload) { reports.append($0) }
            time.run(until: time.now + .seconds(1))
        }
        active.journal.makeSnapshotIfDue(every: 6, offload: offload) { reports.append($0) }
        time.run(until: time.now + .seconds(1))
        #expect(reports.isEmpty, "the active has callers who wait for it")
        for _ in 1...2 {
            replica.journal.makeSnapshotIfDue(every: 6, offload: offload) { reports.append($0) }
            time.run(until: time.now + .seconds(1))
        }
        #expect(reports == [.success(6)])
        let snapshot = try #require(engine.storage.snapshots(of: "s").first)
        let configuration = Shop.configuration(directory.path + "/new")
        let replacement = try StoreReplacement(of: configuration)
        var fetched: Result<Void, LogError>?
        let log = engine.log(try LogIdentity(stream: "s", writer: "c"))
        try SnapshotDownload(of: snapshot, from: log, to: replacement.draft).start { fetched = $0 }
        time.run(until: time.now + .seconds(1))
        try fetched?.get()
        #expect(try replacement.accept(startsNewEpoch: false).appliedRow?.position == 6)
        _ = try replacement.finish()
        replacement.close()
        let late = try worker("new")
        #expect(try StoreDump(of: late.store) == StoreDump(of: active.store))
        try write(7, to: active)
        time.run(until: time.now + .seconds(1))
        #expect(late.journal.lastEntry == 7)
    }
}
