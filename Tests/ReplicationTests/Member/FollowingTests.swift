import Journal
import ReplicatedLog
import Replication
import Testing

/// How a replica follows its log.
struct FollowingTests {
    @Test func `a replica compares the last row that it has, and applies those behind it`() throws {
        var bench = try MemberBench(rows: 2)
        #expect(bench.member.start(at: bench.now) == [.read(after: 1)])
        let actions = bench.read(bench.rows(2...4), last: 9)
        #expect(actions == [.apply(bench.rows(3...4))])
        #expect(bench.member.lag == 7)
        // There is more: it reads on at once.
        #expect(bench.store(bench.row(4)) == [.read(after: 3)])
    }

    @Test func `a log with another row at the place of the last one is not followed`() throws {
        var bench = try MemberBench(rows: 2)
        _ = bench.member.start(at: bench.now)
        let actions = bench.read([bench.row(2, text: "another"), bench.row(3)], last: 3)
        #expect(actions.isHalt)
        guard case .notServing(let message) = bench.member.refusal(at: bench.now) else {
            Issue.record("it takes writes")
            return
        }
        #expect(message.contains("Row 2 of the log") && message.contains("has lost"))
        #expect(bench.pass(.seconds(60)).isEmpty && bench.member.wakeTime == nil)
    }

    @Test func `a log that ends before the last row is not followed`() throws {
        var bench = try MemberBench(rows: 5)
        _ = bench.member.start(at: bench.now)
        #expect(bench.member.didRead(.success(.ahead(last: 3)), at: bench.now).isHalt)
        var other = try MemberBench(rows: 5)
        _ = other.member.start(at: other.now)
        #expect(other.read([], last: 4).isHalt)
    }

    @Test func `rows that the log has lost halt the stream before the worker ends`() throws {
        var bench = try MemberBench(rows: 5)
        _ = bench.member.start(at: bench.now)
        let actions = bench.member.didRead(.success(.ahead(last: 3)), at: bench.now)
        guard case .halt(let reason) = actions.last else { throw WriteRefusal.busy }
        #expect(reason.hasPrefix("me: ") && reason.contains("row 5 was there before"))
        // Until the log has it.
        #expect(bench.member.didHalt(.failure(LogError(.lost, "The connection ended")), at: bench.now).isEmpty)
        #expect(bench.pass(.seconds(5)) == actions)
        #expect(bench.member.didHalt(.success(.halted), at: bench.now).stopCode == .lostCommits)
        #expect(bench.pass(.seconds(60)).isEmpty && bench.member.wakeTime == nil)
    }

    @Test func `a loss that was accepted meanwhile has the worker begin anew`() throws {
        var bench = try MemberBench(rows: 5)
        _ = bench.member.start(at: bench.now)
        #expect(bench.member.didRead(.success(.ahead(last: 3)), at: bench.now).isHalt)
        #expect(bench.member.didHalt(.success(.newEpoch("e")), at: bench.now) == [.stop(.newEpoch("e"))])
    }

    @Test func `an active whose row is gone halts the stream and takes nothing any more`() throws {
        var bench = try MemberBench()
        bench.lead()
        #expect(bench.pass(.seconds(1)) == [.renewLease(term: 1)])
        let lost = LogError.anotherRow(of: "s", at: 1)
        #expect(bench.member.didRenew(.failure(lost), term: 1, at: bench.now).isHalt)
        guard case .notServing = bench.member.refusal(at: bench.now) else {
            Issue.record("it takes writes")
            return
        }
    }

    @Test func `nobody takes over a stream that is halted, and callers hear why`() throws {
        var bench = try MemberBench()
        _ = bench.member.start(at: bench.now)
        #expect(bench.read([], last: 0) == [.readLease])
        let halted = Lease(term: 1, holder: nil, remaining: .zero, halt: "other: Row 5 is gone")
        #expect(bench.member.didReadLease(.success(halted), at: bench.now).isEmpty)
        guard case .notServing(let reason) = bench.member.refusal(at: bench.now) else {
            Issue.record("it takes writes, or names somebody")
            return
        }
        #expect(reason.contains("Row 5 is gone"))
    }

    @Test func `a row of a lower term than the one before is not applied`() throws {
        var bench = try MemberBench(rows: 1)
        _ = bench.member.start(at: bench.now)
        #expect(bench.read([bench.row(1), bench.row(2, term: 3), bench.row(3, term: 2)], last: 3).stopCode == .damaged)
    }

    @Test func `a store that does not say which row it has last is not followed`() throws {
        let bench = try MemberBench()
        var member = StreamMember(bench.identity, applied: AppliedRow(position: 3, checksum: []), seed: 1)
        #expect(member.start(at: .zero).stopCode == .damaged)
    }

    @Test func `a replica polls, and reads at once when it is told of rows`() throws {
        var bench = try MemberBench()
        _ = bench.member.start(at: bench.now)
        #expect(bench.read([], last: 0) == [.readLease])
        #expect(bench.member.didReadLease(.success(bench.lease(1)), at: bench.now).isEmpty)
        #expect(bench.member.wakeTime == bench.now + .milliseconds(100))
        #expect(bench.pass(.milliseconds(99)).isEmpty)
        #expect(bench.pass(.milliseconds(1)) == [.read(after: 0)])
        #expect(bench.member.hint(at: bench.now).isEmpty, "two reads at once")
        #expect(bench.read([], last: 0) == [.readLease], "it may have been given up since")
        #expect(bench.member.didReadLease(.success(bench.lease(1)), at: bench.now).isEmpty)
        #expect(bench.member.hint(at: bench.now) == [.read(after: 0)])
    }

    @Test func `pruned rows are asked for as a snapshot, once, and the lease is left to others`() throws {
        var bench = try MemberBench(rows: 2)
        _ = bench.member.start(at: bench.now)
        #expect(bench.member.didRead(.success(.pruned(oldest: 9)), at: bench.now) == [.needSnapshot(from: 8)])
        #expect(bench.pass(.seconds(5)) == [.read(after: 1)])
        #expect(bench.member.didRead(.success(.pruned(oldest: 9)), at: bench.now).isEmpty)
        #expect(bench.member.refusal(at: bench.now).map { "\($0)" }?.contains("snapshot") == true)
        let row = bench.row(10)
        let applied = AppliedRow(position: 10, checksum: row.checksum)
        #expect(bench.member.didInstallSnapshot(applied, at: bench.now) == [.read(after: 9)])
        #expect(bench.read([row], last: 10) == [.readLease])
    }

    @Test func `a replica knows when it last heard of the log, and is cut off after a lease`() throws {
        var bench = try MemberBench()
        _ = bench.member.start(at: bench.now)
        #expect(bench.read([], last: 0) == [.readLease])
        #expect(bench.member.didReadLease(.success(bench.lease(1)), at: bench.now).isEmpty)
        #expect(bench.pass(.milliseconds(100)) == [.read(after: 0)])
        // No answer, and failures, are no news.
        _ = bench.pass(.seconds(2))
        let gone = LogError(.unreachable, "The database is gone")
        _ = bench.member.didRead(.failure(gone), at: bench.now)
        #expect(bench.member.silence(at: bench.now) == .milliseconds(2_100))
        #expect(!bench.member.isCutOff(at: bench.now))
        _ = bench.pass(.seconds(1))
        #expect(bench.member.isCutOff(at: bench.now) && bench.member.lag == 0)
        _ = bench.read([], last: 0)
        #expect(!bench.member.isCutOff(at: bench.now))
    }

    @Test func `a worker with other rules ends at the end of the log, before it could ask for the lease`() throws {
        var bench = try MemberBench()
        bench.member.misfit = "another menu"
        _ = bench.member.start(at: bench.now)
        _ = bench.read(bench.rows(1...2), last: 3)
        // A later row may say otherwise.
        #expect(bench.store(bench.row(2)) == [.read(after: 1)])
        _ = bench.read(bench.rows(2...3), last: 3)
        #expect(bench.store(bench.row(3)) == [.stop(.store("another menu"))])
    }

    @Test func `a worker follows once it has what was in the log when it came`() throws {
        var bench = try MemberBench(rows: 1)
        _ = bench.member.start(at: bench.now)
        #expect(!bench.member.isFollowing)
        _ = bench.read(bench.rows(1...2), last: 3)
        _ = bench.store(bench.row(2))
        #expect(!bench.member.isFollowing)
        // There is more by now, which others have written since.
        _ = bench.read(bench.rows(2...3), last: 9)
        #expect(!bench.member.isFollowing)
        _ = bench.store(bench.row(3))
        #expect(bench.member.isFollowing)
    }

    @Test func `a store that fails is tried again, and one that does not belong to the log ends it`() throws {
        var bench = try MemberBench()
        _ = bench.member.start(at: bench.now)
        _ = bench.read(bench.rows(1...2), last: 2)
        #expect(bench.store(bench.row(1), .transient("the disk is full")).isEmpty)
        #expect(bench.member.refusal(at: bench.now) == .notServing("the disk is full"))
        #expect(bench.pass(.seconds(3)) == [.repairStore])
        #expect(bench.store(bench.row(1)) == [.read(after: 0)])
        _ = bench.read(bench.rows(1...2), last: 2)
        let actions = bench.store(bench.row(1), .permanent("it has diverged"))
        #expect(actions == [.stop(.store("it has diverged"))])
    }

    @Test(arguments: [
        LogError.Code.unreachable, .lost, .timedOut, .denied, .untrusted, .missingSchema, .readOnly, .full, .overloaded,
        .notDurable, .failing,
    ])
    func `what can be set right at the engine is tried again, and told meanwhile`(_ code: LogError.Code) throws {
        var bench = try MemberBench()
        _ = bench.member.start(at: bench.now)
        let error = LogError(code, "It does not work")
        var pauses: [Duration] = []
        for _ in 0..<10 {
            #expect(bench.member.didRead(.failure(error), at: bench.now).isEmpty)
            #expect(bench.member.refusal(at: bench.now) == .notServing(error.description))
            let pause = try #require(bench.member.wakeTime) - bench.now
            pauses.append(pause)
            #expect(bench.pass(pause) == [.read(after: 0)])
        }
        #expect(pauses[0] <= .milliseconds(50) && pauses[9] >= .milliseconds(1_500) && pauses[9] <= .seconds(3))
        #expect(bench.read([], last: 0) == [.readLease])
        #expect(bench.member.trouble == nil)
    }

    @Test(arguments: [
        LogError.Code.misconfigured, .newerSchema, .unsupported, .damaged, .invalid, .closed,
    ])
    func `what trying again cannot change ends it`(_ code: LogError.Code) throws {
        var bench = try MemberBench()
        _ = bench.member.start(at: bench.now)
        let error = LogError(code, "It cannot work")
        #expect(bench.member.didRead(.failure(error), at: bench.now) == [.stop(.log(error))])
        #expect(bench.member.refusal(at: bench.now) == .notServing(error.description))
    }
}
