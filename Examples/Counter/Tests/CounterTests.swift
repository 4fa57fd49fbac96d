import SimulatedWorker
import Testing

@testable import counter_service

@Suite struct CounterTests {
    @Test func `a key has one effect, whatever happens to the machine`() throws {
        let worker = try SimulatedWorker(CounterService(), seed: 7)
        #expect(try worker.call(CounterAPI.add, Amount(amount: 5), key: "k").number == 5)
        #expect(try worker.call(CounterAPI.add, Amount(amount: 5), key: "k").number == 5)
        try worker.losePower()
        try worker.start()
        #expect(try worker.call(CounterAPI.get).number == 5)
        #expect(worker.published.map(\.sequence) == [1])
    }

    @Test func `a disk that is full refuses, and has changed nothing`() throws {
        let worker = try SimulatedWorker(CounterService())
        worker.failNextCommit(.full)
        #expect(throws: Refusal.self) { try worker.call(CounterAPI.add, Amount(amount: 1)) }
        #expect(try worker.call(CounterAPI.get).number == 0)
    }

    @Test func `below zero is refused, and the number stays`() throws {
        let worker = try SimulatedWorker(CounterService())
        let refusal = #expect(throws: Refusal.self) { try worker.call(CounterAPI.add, Amount(amount: -1)) }
        #expect(refusal?.reason == CounterAPI.negative)
        #expect(try worker.call(CounterAPI.get).number == 0)
    }

    @Test func `nothing is lost or counted twice, whatever ends the worker`() throws {
        try explore(lives: 200, of: CounterService()) { random in
            random.chance(percent: 20) ? .read(CounterAPI.get) : .write(CounterAPI.add, Amount(amount: random.int(-9...9)))
        }
    }
}
