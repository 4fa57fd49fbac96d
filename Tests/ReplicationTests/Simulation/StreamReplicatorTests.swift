import ReplicatedLog
import Replication
import SimulatedLog
import TestKit
import Testing

@testable import Journal
@testable import SQLite
@testable import SQLiteJournal

/// What callers hear, and what a store has, over a log that works or does not answer.
struct StreamReplicatorTests {
    private let bench: StreamBench
    private var time: VirtualTime { bench.time }
    private var engine: SimulatedEngine { bench.engine }
    private var directory: TemporaryDirectory { bench.directory }

    init() throws { bench = try StreamBench() }

    private func member(_ name: String) throws -> SimulatedMember {
        let member = try SimulatedMember(
            name,
            in: directory.path + "/" + name,
            on: engine,
            time,
            ReplicationSettings()
        )
        time.run(until: time.now + .seconds(1))
        return member
    }

    private func attempt(_ number: Int) -> Shop.Attempt { Shop.Attempt(key: "key-\(number)", number: number) }

    @Test func `a write is answered when the log has it, and every replica gets it`() throws {
        let (active, replica) = (try member("a"), try member("b"))
        engine.faults.delay = .milliseconds(20) ... .milliseconds(20)
        var outcomes: [CommitOutcome] = []
        active.write(attempt(3), within: .seconds(1)) { outcomes.append($0) }
        time.run(until: time.now + .milliseconds(39))
        #expect(outcomes.isEmpty && active.store.lastEntry == 0)
        time.run(until: time.now + .milliseconds(1))
        #expect(outcomes == [.committed] && active.store.lastEntry == 1)
        time.run(until: time.now + .seconds(1))
        #expect(try StoreDump(of: active.store) == StoreDump(of: replica.store))
    }

    @Test func `a replica refuses a write, names the active, and keeps nothing of it`() throws {
        let active = try member("a")
        let replica = try member("b")
        var outcomes: [CommitOutcome] = []
        replica.replicator.commit(try Shop.decide(attempt(3), in: replica.store, at: 1)) { outcomes.append($0) }
        let holder = LeaseHolder(writer: active.writer, endpoints: "a")
        #expect(outcomes == [.refused(.notActive(holder))])
        #expect(try StoreDump(of: active.store) == StoreDump(of: replica.store))
    }

    @Test func `callers whose time ends hear that nobody knows, and the store follows the log`() throws {
        let active = try member("a")
        engine.cutOff(active.writer, [.answers])
        var outcomes: [CommitOutcome] = []
        active.write(attempt(3), within: .milliseconds(100)) { outcomes.append($0) }
        time.run(until: time.now + .milliseconds(200))
        #expect(outcomes == [.unknown("its time has ended")])
        #expect(active.store.lastEntry == 0)
        engine.reconnect(active.writer)
        time.run(until: time.now + .seconds(5))
        #expect(active.store.lastEntry == 1)
        active.write(attempt(4), within: .seconds(1)) { outcomes.append($0) }
        time.run(until: time.now + .seconds(1))
        #expect(outcomes.last == .committed && outcomes.count == 2)
    }

    @Test func `a worker that is started again finds out that the log has another row`() throws {
        let active = try member("a")
        active.write(attempt(1), within: .seconds(1)) { _ in }
        time.run(until: time.now + .seconds(1))
        try active.restart()
        time.run(until: time.now + .seconds(10))
        #expect(active.stopped == nil && active.replicator.refusal == nil)
        let other = LogRow(
            LogPayload(format: 1, [1]),
            at: 1,
            term: 1,
            by: try LogIdentity(stream: "s", writer: "b")
        )
        engine.storage.streams["s"]?.rows[1]?.writer = "b"
        engine.storage.streams["s"]?.rows[1]?.payload = other.payload.bytes
        engine.storage.streams["s"]?.rows[1]?.checksum = other.checksum
        try active.restart()
        time.run(until: time.now + .seconds(1))
        guard case .log(let error) = active.stopped else {
            Issue.record("\(active.replicator.member.state)")
            return
        }
        #expect(error.code == .lostCommits)
    }

    @Test(arguments: [true, false])
    func `a row that does not fit a store in use is applied once more when that was opened anew`(isMended: Bool) throws
    {
        let (active, replica) = (try member("a"), try member("b"))
        // What a reader sees of pages that the kernel could not write: there it is gone as soon as the store is opened anew.
        try replica.store.requireConnection().database.execute("INSERT INTO book VALUES (3, 'three')")
        active.write(attempt(3), within: .seconds(1)) { _ in }
        time.run(until: time.now + .seconds(1), unless: { !replica.store.isOpen })
        #expect(!replica.store.isOpen && replica.stopped == nil)
        if isMended {
            try replica.store.probe()
            try replica.store.requireConnection().database.execute("DELETE FROM book")
            replica.store.closeUntilProbed()
        }
        time.run(until: time.now + .seconds(10))
        if isMended {
            #expect(replica.stopped == nil)
            #expect(try StoreDump(of: active.store) == StoreDump(of: replica.store))
        } else {
            #expect("\(try #require(replica.stopped))".contains("has diverged from its log"))
            #expect(replica.store.logPosition == 0)
        }
    }

    @Test func `a worker takes the new epoch of its stream into its store, and begins anew`() throws {
        let active = try member("a")
        active.write(attempt(1), within: .seconds(1)) { _ in }
        time.run(until: time.now + .seconds(1))
        active.pause()
        time.run(until: time.now + .seconds(4))
        let operation = engine.log(try LogIdentity(stream: "s", writer: "gateway"))
        let change = EpochChange(from: Shop.epoch, to: "0190b5a8-7f00-7000-8000-00000000000f")
        var outcome: AppendOutcome?
        operation.acquireLease(endpoints: "", for: .milliseconds(1)) { _ in
            operation.append(LogRow(change.payload, at: 2, term: 2, by: operation.identity)) { outcome = $0 }
        }
        time.run(until: time.now + .seconds(1))
        #expect(outcome == .appended)
        active.resume()
        time.run(until: time.now + .seconds(1))
        #expect(active.stopped == .newEpoch(change.epoch))
        #expect(active.store.epoch == change.epoch && active.store.logPosition == 2 && active.store.lastEntry == 1)
    }
}
