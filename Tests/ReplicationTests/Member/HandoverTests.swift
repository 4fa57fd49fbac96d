import Journal
import ReplicatedLog
import Replication
import Testing

/// How a stream is given to another worker on purpose.
struct HandoverTests {
    private let successor = LeaseHolder(writer: "other", endpoints: "at other")

    @Test func `a handover waits for the append under way, and no further write is taken`() throws {
        var bench = try MemberBench()
        bench.lead()
        let row = try bench.append()
        #expect(bench.member.handOver(to: successor, at: bench.now).isEmpty)
        #expect(bench.member.refusal(at: bench.now) == .notActive(successor))
        #expect(bench.member.didAppend(.appended, at: bench.now) == [.commit(row)])
        #expect(bench.store(row) == [.handOver(term: 1, to: successor)])
        #expect(bench.member.refusal(at: bench.now) == .notActive(successor))
        #expect(bench.member.didHandOver(.success(.granted(bench.lease(2))), at: bench.now) == [.read(after: 0)])
        #expect(bench.member.state == .replica)
        #expect(bench.member.refusal(at: bench.now) == .notActive(successor))
    }

    @Test func `a handover waits until it is known what became of an append`() throws {
        var bench = try MemberBench()
        bench.lead()
        let row = try bench.append()
        _ = bench.member.didAppend(.unknown(reason: "x"), at: bench.now)
        #expect(bench.member.handOver(to: successor, at: bench.now).isEmpty)
        #expect(bench.member.didResolve(.success(.applied(bench.lease(2, "me"))), at: bench.now) == [.commit(row)])
        #expect(bench.store(row) == [.handOver(term: 2, to: successor)])
    }

    @Test func `a handover whose answer is lost is made again until it is known`() throws {
        var bench = try MemberBench()
        bench.lead()
        #expect(bench.member.handOver(to: successor, at: bench.now) == [.handOver(term: 1, to: successor)])
        let error = LogError(.lost, "The connection ended")
        #expect(bench.member.didHandOver(.failure(error), at: bench.now).isEmpty)
        #expect(bench.member.refusal(at: bench.now) == .notActive(successor))
        #expect(bench.pass(.seconds(3)) == [.handOver(term: 1, to: successor)])
        _ = bench.member.didHandOver(.success(.refused(bench.lease(2))), at: bench.now)
        #expect(bench.member.state == .replica)
        #expect(bench.member.refusal(at: bench.now) == .notActive(successor))
    }

    @Test func `who has given the lease up does not take it again at once`() throws {
        var bench = try MemberBench()
        bench.lead()
        #expect(bench.member.handOver(to: nil, at: bench.now) == [.handOver(term: 1, to: nil)])
        _ = bench.member.didHandOver(.success(.granted(bench.lease(1, nil, remaining: .zero))), at: bench.now)
        _ = bench.read([], last: 0)
        var asked = 0
        for _ in 0..<200 where bench.member.state == .replica {
            var actions = bench.pass(.milliseconds(50))
            if actions == [.read(after: 0)] { actions = bench.read([], last: 0) }
            guard actions == [.readLease] else { continue }
            asked += 1
            _ = bench.member.didReadLease(.success(bench.lease(1, nil, remaining: .zero)), at: bench.now)
        }
        #expect(bench.member.state == .candidate && asked > 1)
        #expect(bench.now >= .seconds(100) + bench.member.settings.lease)
    }

    @Test func `a replica has nothing to hand over`() throws {
        var bench = try MemberBench()
        _ = bench.member.start(at: bench.now)
        #expect(bench.member.handOver(to: successor, at: bench.now).isEmpty)
        #expect(bench.member.state == .replica)
    }
}
