import Journal
import ReplicatedLog
import Replication
import Testing

/// Who becomes active, and when it stops taking writes.
struct LeaseTests {
    @Test func `only who has read the log to its end asks for the lease`() throws {
        var bench = try MemberBench()
        _ = bench.member.start(at: bench.now)
        _ = bench.read(bench.rows(1...2), last: 3)
        #expect(bench.store(bench.row(2)) == [.read(after: 1)])
        _ = bench.read(bench.rows(2...3), last: 3)
        #expect(bench.store(bench.row(3)) == [.readLease])
        #expect(bench.member.didReadLease(.success(bench.lease(4, remaining: .zero)), at: bench.now) == [.acquireLease])
    }

    @Test func `a lease that is held is looked at when it may have run out`() throws {
        let cases: [(remaining: Duration, pause: Duration)] = [
            (.seconds(3), .seconds(1)), (.milliseconds(100), .milliseconds(100)),
        ]
        for (remaining, pause) in cases {
            var bench = try MemberBench()
            _ = bench.member.start(at: bench.now)
            _ = bench.read([], last: 0)
            #expect(bench.member.didReadLease(.success(bench.lease(1, remaining: remaining)), at: bench.now).isEmpty)
            #expect(bench.member.refusal(at: bench.now) == .notActive(bench.lease(1).holder))
            var actions = bench.pass(pause)
            if actions == [.read(after: 0)] { actions = bench.read([], last: 0) }
            #expect(actions == [.readLease])
        }
    }

    @Test func `a clock of the engine that is set back costs one lease, however far it is`() throws {
        for (isThere, hours) in [(false, 1), (false, 10_000), (true, 1)] {
            var bench = try MemberBench()
            _ = bench.member.start(at: bench.now)
            _ = bench.read([], last: 0)
            let far = bench.lease(1, remaining: .seconds(3_600 * hours))
            #expect(bench.member.didReadLease(.success(far), at: bench.now).isEmpty)
            let start = bench.now
            var taken: Duration?
            while taken == nil, bench.now < start + .seconds(10) {
                var actions = bench.pass(.milliseconds(100))
                if actions == [.read(after: 0)] { actions = bench.read([], last: 0) }
                guard actions == [.readLease] else { continue }
                // A holder that is there has renewed it within a second.
                let isRenewed = isThere && bench.now - start > .seconds(1)
                let found = isRenewed ? bench.lease(1, remaining: .seconds(2)) : far
                if bench.member.didReadLease(.success(found), at: bench.now) == [.acquireLease] { taken = bench.now }
            }
            if isThere {
                #expect(taken == nil)
            } else {
                let wait = try #require(taken) - start
                #expect(wait >= bench.member.settings.lease && wait <= bench.member.settings.lease + .milliseconds(300))
            }
        }
    }

    @Test func `a takeover reads the log to its end before a write is taken`() throws {
        var bench = try MemberBench(rows: 1)
        _ = bench.member.start(at: bench.now)
        _ = bench.read([bench.row(1)], last: 1)
        _ = bench.member.didReadLease(.success(bench.lease(1, remaining: .zero)), at: bench.now)
        #expect(bench.member.didAcquire(.success(.granted(bench.lease(2, "me"))), at: bench.now) == [.read(after: 0)])
        #expect(throws: WriteRefusal.self) { try bench.member.append(MemberBench.payload("x"), at: bench.now) }
        #expect(bench.read(bench.rows(1...2), last: 3) == [.apply([bench.row(2)])])
        #expect(bench.store(bench.row(2)) == [.read(after: 1)])
        _ = bench.read(bench.rows(2...3), last: 3)
        #expect(bench.member.refusal(at: bench.now) != nil)
        #expect(bench.store(bench.row(3)).isEmpty)
        #expect(bench.member.state == .active(term: 2))
        #expect(try bench.append().position == 4)
    }

    @Test func `an engine that would lose what it confirms gets no write until that is right`() throws {
        var bench = try MemberBench()
        bench.lead()
        #expect(bench.pass(.seconds(1)) == [.renewLease(term: 1)])
        let error = LogError(.notDurable, "fsync is off")
        #expect(bench.member.didRenew(.failure(error), term: 1, at: bench.now).isEmpty)
        #expect(bench.member.refusal(at: bench.now) == .notServing(error.description))
        #expect(bench.member.state == .active(term: 1))
        // It has answered, so this worker knows as much as any.
        #expect(bench.member.silence(at: bench.now) == .zero)
        // The lease was renewed all the same, so it is kept by the usual pace.
        #expect(bench.pass(.seconds(1)) == [.renewLease(term: 1)])
        _ = bench.member.didRenew(.success(.granted(bench.lease(1, "me"))), term: 1, at: bench.now)
        #expect(bench.member.refusal(at: bench.now) == nil)
    }

    @Test func `an active that cannot renew its lease takes no writes after two seconds, and stays active`() throws {
        var bench = try MemberBench()
        bench.lead()
        #expect(bench.pass(.seconds(1)) == [.renewLease(term: 1)])
        bench.now += .milliseconds(999)
        #expect(bench.member.refusal(at: bench.now) == nil)
        bench.now += .milliseconds(1)
        #expect(bench.member.refusal(at: bench.now) != nil)
        #expect(throws: WriteRefusal.self) { try bench.member.append(MemberBench.payload("x"), at: bench.now) }
        let error = LogError(.timedOut, "It takes too long")
        #expect(bench.member.didRenew(.failure(error), term: 1, at: bench.now).isEmpty)
        #expect(bench.member.refusal(at: bench.now) == .notServing(error.description))
        #expect(bench.member.state == .active(term: 1))
        #expect(bench.pass(.seconds(3)) == [.renewLease(term: 1)])
        #expect(bench.member.didRenew(.success(.granted(bench.lease(1, "me"))), term: 1, at: bench.now).isEmpty)
        #expect(bench.member.refusal(at: bench.now) == nil)
    }

    @Test func `a renewal counts from when it was sent`() throws {
        var bench = try MemberBench()
        bench.lead()
        #expect(bench.pass(.seconds(1)) == [.renewLease(term: 1)])
        bench.now += .milliseconds(900)
        _ = bench.member.didRenew(.success(.granted(bench.lease(1, "me"))), term: 1, at: bench.now)
        bench.now += .milliseconds(1_099)
        #expect(bench.member.refusal(at: bench.now) == nil)
        bench.now += .milliseconds(1)
        #expect(bench.member.refusal(at: bench.now) != nil)
    }

    @Test func `an active whose lease has a newer term becomes a replica, and names its holder`() throws {
        var bench = try MemberBench()
        bench.lead()
        _ = bench.pass(.seconds(1))
        let taken = bench.lease(2)
        #expect(bench.member.didRenew(.success(.refused(taken)), term: 1, at: bench.now) == [.read(after: 0)])
        #expect(bench.member.state == .replica)
        #expect(bench.member.refusal(at: bench.now) == .notActive(taken.holder))
    }

    @Test func `a lease that is gone, older, or of two holders is an engine that has lost commits`() throws {
        for present in [nil, Lease(term: 2, holder: nil, remaining: .zero)] {
            var bench = try MemberBench()
            bench.lead(term: 3)
            _ = bench.pass(.seconds(1))
            let actions = bench.member.didRenew(.success(.refused(present)), term: 3, at: bench.now)
            #expect(actions.isHalt)
        }
        var bench = try MemberBench()
        bench.lead(term: 3)
        _ = bench.pass(.seconds(1))
        let actions = bench.member.didRenew(.success(.refused(bench.lease(3))), term: 3, at: bench.now)
        #expect(actions.isHalt)
    }

    @Test func `who is given the lease takes writes once it has read the log and renewed`() throws {
        var bench = try MemberBench()
        _ = bench.member.start(at: bench.now)
        _ = bench.read([], last: 0)
        let actions = bench.member.didReadLease(.success(bench.lease(5, "me")), at: bench.now)
        #expect(actions == [.renewLease(term: 5), .read(after: 0)])
        _ = bench.read([], last: 0)
        #expect(bench.member.state == .active(term: 5))
        #expect(bench.member.refusal(at: bench.now) != nil)
        _ = bench.member.didRenew(.success(.granted(bench.lease(5, "me"))), term: 5, at: bench.now)
        #expect(bench.member.refusal(at: bench.now) == nil)
    }

    @Test func `a lease that somebody else was quicker to take is followed`() throws {
        var bench = try MemberBench()
        _ = bench.member.start(at: bench.now)
        _ = bench.read([], last: 0)
        _ = bench.member.didReadLease(.success(nil), at: bench.now)
        _ = bench.member.didAcquire(.success(.refused(bench.lease(1))), at: bench.now)
        #expect(bench.member.state == .replica)
        #expect(bench.member.refusal(at: bench.now) == .notActive(bench.lease(1).holder))
    }
}
