import Journal
import ReplicatedLog
import Replication
import Testing

/// What becomes of what an active has decided.
struct WritingTests {
    @Test func `what the log has is committed, and the next row follows`() throws {
        var bench = try MemberBench()
        bench.lead()
        let row = try bench.append()
        #expect(bench.member.refusal(at: bench.now) == .busy)
        #expect(bench.member.didAppend(.appended, at: bench.now) == [.commit(row)])
        #expect(bench.member.refusal(at: bench.now) == .busy, "the store has not got it")
        #expect(bench.store(row).isEmpty)
        #expect(try bench.append("y").position == 2)
    }

    @Test func `what a newer term has fenced is taken back, and its holder is named`() throws {
        var bench = try MemberBench()
        bench.lead()
        _ = try bench.append()
        let lease = bench.lease(2)
        #expect(
            bench.member.didAppend(.fenced(by: lease), at: bench.now)
                == [.takeBack(.notActive(lease.holder)), .read(after: 0)]
        )
        #expect(bench.member.state == .replica)
        #expect(bench.member.refusal(at: bench.now) == .notActive(lease.holder))
    }

    @Test func `who was fenced by a term of its own goes on under that`() throws {
        var bench = try MemberBench()
        bench.lead()
        _ = try bench.append()
        let actions = bench.member.didAppend(.fenced(by: bench.lease(2, "me")), at: bench.now)
        #expect(actions.contains(.read(after: 0)) && actions.contains(.renewLease(term: 2)))
        #expect(bench.member.state == .catchingUp(term: 2))
    }

    @Test func `where another row has the place, it is applied and the write is decided again`() throws {
        var bench = try MemberBench()
        bench.lead(term: 2)
        _ = try bench.append()
        let row = bench.row(1)
        #expect(bench.member.didAppend(.taken(by: row), at: bench.now) == [.takeBack(.superseded), .read(after: 0)])
        #expect(bench.read([row], last: 1) == [.apply([row])])
        #expect(bench.store(row).isEmpty)
        #expect(try bench.append().position == 2)
    }

    @Test func `a place that this very row has is no other's`() throws {
        var bench = try MemberBench()
        bench.lead()
        let row = try bench.append()
        #expect(bench.member.didAppend(.taken(by: row), at: bench.now) == [.commit(row)])
    }

    @Test func `a place behind the end makes it read the log again`() throws {
        var bench = try MemberBench()
        bench.lead()
        let row = try bench.append()
        _ = bench.member.didAppend(.appended, at: bench.now)
        _ = bench.store(row)
        _ = try bench.append()
        let error = LogError.outOfOrder(of: "s", position: 2, last: 0)
        #expect(bench.member.didAppend(.failed(error), at: bench.now) == [.takeBack(.superseded), .read(after: 0)])
        #expect(bench.read([], last: 0).isHalt)
    }

    @Test func `an append that the engine asks to repeat is repeated, and refused in the end`() throws {
        var bench = try MemberBench()
        bench.lead()
        let row = try bench.append()
        for _ in 0..<bench.member.settings.mostConflicts {
            #expect(bench.member.didAppend(.conflict, at: bench.now).isEmpty)
            let actions = bench.pass(.seconds(3))
            #expect(actions.contains(.append(row)))
        }
        let actions = bench.member.didAppend(.conflict, at: bench.now)
        guard case .takeBack(.notServing) = actions.first else {
            Issue.record("\(actions)")
            return
        }
    }

    @Test func `an append that the engine has refused is given up in time, and known not to be done`() throws {
        var bench = try MemberBench()
        bench.lead()
        _ = try bench.append()
        // It may be on its way.
        #expect(bench.member.withdrawAppend().isEmpty)
        _ = bench.member.didAppend(.conflict, at: bench.now)
        guard case .takeBack(.notServing)? = bench.member.withdrawAppend().first else { throw WriteRefusal.busy }
        bench.now += .seconds(1)
        #expect(try bench.append().position == 1)
    }

    @Test func `while nobody knows what became of an append, nobody is told anything`() throws {
        var bench = try MemberBench()
        bench.lead()
        let row = try bench.append()
        #expect(bench.member.didAppend(.unknown(reason: "x"), at: bench.now) == [.resolve(position: 1, term: 1)])
        let error = LogError(.unreachable, "No engine answers")
        #expect(bench.member.didResolve(.failure(error), at: bench.now).isEmpty)
        guard case .notServing = bench.member.refusal(at: bench.now) else {
            Issue.record("it takes writes")
            return
        }
        #expect(bench.pass(.seconds(3)) == [.resolve(position: 1, term: 1)])
        let actions = bench.member.didResolve(.success(.applied(bench.lease(2, "me"))), at: bench.now)
        #expect(actions == [.commit(row)])
        #expect(bench.store(row) == [.read(after: 0)])
        #expect(bench.read([row], last: 1).isEmpty)
        #expect(bench.member.state == .active(term: 2))
        #expect(try bench.append("y") == LogRow(MemberBench.payload("y"), at: 2, term: 2, by: bench.identity))
    }

    @Test func `an append that is known to have failed is taken back`() throws {
        let other = WriteRefusal.notActive(try MemberBench().lease(2).holder)
        let cases: [(holder: String, refusal: WriteRefusal?)] = [("me", nil), ("other", other)]
        for (holder, refusal) in cases {
            var bench = try MemberBench()
            bench.lead()
            _ = try bench.append()
            _ = bench.member.didAppend(.unknown(reason: "x"), at: bench.now)
            let actions = bench.member.didResolve(.success(.notApplied(bench.lease(2, holder))), at: bench.now)
            #expect(actions.count == 2 && actions.last == .read(after: 0))
            guard case .takeBack(let told) = actions.first else {
                Issue.record("\(actions)")
                return
            }
            #expect(refusal == nil || told == refusal)
            #expect(bench.member.state == (holder == "me" ? .catchingUp(term: 2) : .replica))
        }
    }

    @Test func `an append that another worker has let through is committed before it is followed`() throws {
        var bench = try MemberBench()
        bench.lead()
        let row = try bench.append()
        _ = bench.member.didAppend(.unknown(reason: "x"), at: bench.now)
        #expect(bench.member.didResolve(.success(.applied(bench.lease(2))), at: bench.now) == [.commit(row)])
        #expect(bench.store(row) == [.read(after: 0)])
        #expect(bench.member.state == .replica)
    }

    @Test(arguments: [LogError.Code.unreachable, .timedOut, .overloaded, .readOnly, .full])
    func `what the engine cannot take now is refused, and taken later`(_ code: LogError.Code) throws {
        var bench = try MemberBench()
        bench.lead()
        _ = try bench.append()
        let error = LogError(code, "It does not work")
        let refusal = WriteRefusal.notServing(error.description)
        #expect(bench.member.didAppend(.failed(error), at: bench.now) == [.takeBack(refusal)])
        #expect(bench.member.refusal(at: bench.now) == refusal)
        bench.now += .milliseconds(100)
        #expect(bench.member.state == .active(term: 1))
        #expect(try bench.append().position == 1)
    }

    @Test func `a write that the log cannot have is refused alone`() throws {
        var bench = try MemberBench()
        bench.lead()
        _ = try bench.append()
        let error = LogError(.invalid, "It is too large")
        #expect(
            bench.member.didAppend(.failed(error), at: bench.now) == [.takeBack(.invalid(error.description))]
        )
        #expect(bench.member.refusal(at: bench.now) == nil)
    }

    @Test func `an engine that does not know the term any more has lost commits`() throws {
        var bench = try MemberBench()
        bench.lead(term: 2)
        _ = try bench.append()
        let actions = bench.member.didAppend(.failed(.lostLease(of: "s", term: 2)), at: bench.now)
        #expect(actions.count == 2 && actions.isHalt)
        guard case .takeBack(.notServing) = actions.first else {
            Issue.record("\(actions)")
            return
        }
    }

    @Test func `who learns of a newer term while it appends waits for what becomes of that`() throws {
        var bench = try MemberBench()
        bench.lead()
        _ = bench.pass(.seconds(1))
        let row = try bench.append()
        #expect(bench.member.didRenew(.success(.refused(bench.lease(2))), term: 1, at: bench.now).isEmpty)
        #expect(bench.member.refusal(at: bench.now) == .notActive(bench.lease(2).holder))
        #expect(bench.member.didAppend(.appended, at: bench.now) == [.commit(row)])
        #expect(bench.store(row) == [.read(after: 0)])
        #expect(bench.member.state == .replica)
    }

    @Test func `who learns of a newer term before an append of unknown outcome still finds out`() throws {
        var bench = try MemberBench()
        bench.lead()
        _ = bench.pass(.seconds(1))
        let row = try bench.append()
        _ = bench.member.didRenew(.success(.refused(bench.lease(2))), term: 1, at: bench.now)
        #expect(bench.member.didAppend(.unknown(reason: "x"), at: bench.now) == [.resolve(position: 1, term: 1)])
        #expect(bench.member.didResolve(.success(.applied(bench.lease(2))), at: bench.now) == [.commit(row)])
    }

    @Test func `who learns of a newer term while an append waits to be repeated takes it back`() throws {
        var bench = try MemberBench()
        bench.lead()
        _ = bench.pass(.seconds(1))
        _ = try bench.append()
        _ = bench.member.didAppend(.conflict, at: bench.now)
        let lease = bench.lease(2)
        let actions = bench.member.didRenew(.success(.refused(lease)), term: 1, at: bench.now)
        #expect(actions == [.takeBack(.notActive(lease.holder)), .read(after: 0)])
    }

    @Test func `who has to stop while it appends says that nobody knows`() throws {
        var bench = try MemberBench()
        bench.lead()
        _ = bench.pass(.seconds(1))
        _ = try bench.append()
        let actions = bench.member.didRenew(.success(.refused(nil)), term: 1, at: bench.now)
        #expect(actions.count == 2 && actions.isHalt)
        guard case .leaveUnknown = actions.first else {
            Issue.record("\(actions)")
            return
        }
        #expect(bench.member.didAppend(.appended, at: bench.now).isEmpty)
    }

    @Test func `who cannot store what the log has leaves the stream to others`() throws {
        var bench = try MemberBench()
        bench.lead()
        _ = try bench.append()
        _ = bench.member.didAppend(.appended, at: bench.now)
        let actions = bench.member.didStore(.start, failure: .transient("the disk is full"), at: bench.now)
        #expect(actions == [.handOver(term: 1, to: nil)])
        _ = bench.member.didHandOver(.success(.granted(bench.lease(1, nil))), at: bench.now)
        #expect(bench.pass(.seconds(3)) == [.repairStore])
        #expect(bench.member.didStore(.start, at: bench.now) == [.read(after: 0)])
    }
}
