import Messages
import SQLiteJournal
import SimulatedWorker
import TestKit
import Testing
import WireJSON

/// What an author's tests of a worker look like: nothing but calls, and what can happen to a machine.
@Suite("Simulated worker")
struct SimulatedWorkerTests {
    private func counter(seed: UInt64 = 7) throws -> SimulatedWorker {
        try SimulatedWorker(seed: seed) { CounterService() }
    }

    private func add(_ amount: Int, to worker: SimulatedWorker, key: String? = nil) throws -> Int? {
        try worker.call("counter.add", params: "{\"amount\":\(amount)}", key: key).integer
    }

    @Test("a key has one effect, whatever the disk does")
    func key() throws {
        let worker = try counter()
        #expect(try add(5, to: worker, key: "k") == 5)
        #expect(try add(5, to: worker, key: "k") == 5)
        try worker.losePower()
        #expect(throws: SimulatedWorker.NoAnswer.self) { try worker.call("counter.get") }
        try worker.start()
        #expect(try worker.call("counter.get").integer == 5)
        #expect(try add(5, to: worker, key: "k") == 5)
        #expect(worker.events.map(\.sequence) == [1])
        #expect(try worker.replay() == worker.events)
    }

    @Test("a write for which the disk has no room is refused and has changed nothing, and is taken when there is")
    func fullDisk() throws {
        let worker = try counter()
        #expect(try add(2, to: worker) == 2)
        worker.failNextCommit(.full)
        let error = try #require(throws: RPCError.self) { try add(1, to: worker, key: "k") }
        #expect(error.outcome == .notApplied)
        #expect(try worker.call("counter.get").integer == 2)
        worker.pass(.seconds(1))
        #expect(try add(1, to: worker, key: "k") == 3)
        worker.stop()
        #expect(try worker.withStore { $0.lastEntry } == 2)
        #expect(worker.findings == [])
    }

    @Test(
        "a commit that fails half-way is unknown, and its key says later what became of it",
        arguments: [SimulatedWorker.CommitFault.failedWrite, .failedSync]
    )
    func failedCommit(_ fault: SimulatedWorker.CommitFault) throws {
        let worker = try counter()
        worker.failNextCommit(fault)
        let error = try #require(throws: RPCError.self) { try add(1, to: worker, key: "k") }
        #expect(error.outcome == .unknown)
        worker.pass(.seconds(1))
        #expect(try add(1, to: worker, key: "k") == 1)
        #expect(try worker.call("counter.get").integer == 1)
    }

    @Test("random histories of a service that keeps the rules break nothing, and contain what can go wrong")
    func histories() throws {
        let seeds = try SimulationSettings(usualSeeds: 1..<201).seeds
        let counts = try explore(
            lives: seeds.count,
            seed: seeds.lowerBound,
            of: { _ in CounterService() },
            calls: addAnything
        )
        print(counts)
        guard seeds.count >= 100 else { return }
        for occurrence in [Occurrence.crashInDisk, .crashInTick, .powerLoss, .failedSync, .failedWrite, .fullDisk] {
            #expect(counts[occurrence] > 0, "\(occurrence.name)")
        }
    }

    @Test(
        "a service whose memory keeps what was not stored is found, with a seed that shows it again",
        arguments: [CounterService.Fault.uncommitted, .refused]
    )
    func plantedFault(_ fault: CounterService.Fault) throws {
        let service = { (_: SimulatedDisk?) in CounterService(fault: fault) }
        let failure = try #require(throws: ExplorationFailure.self) {
            try explore(lives: 200, of: service, calls: addAnything)
        }
        #expect(failure.findings.contains { $0.hasPrefix("counter.get {} was ") })
        let again = try #require(throws: ExplorationFailure.self) {
            try explore(lives: 1, seed: failure.seed, of: service, calls: addAnything)
        }
        #expect(again.findings == failure.findings)
    }

    private func addAnything(_ random: inout SimulationRandom) -> SimulatedCall {
        .write("counter.add", params: "{\"amount\":\(random.int(-9...9))}")
    }
}
