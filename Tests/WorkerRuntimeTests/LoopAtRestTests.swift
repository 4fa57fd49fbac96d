import TestKit
import Testing

@testable import WorkerEngine
@testable import WorkerRuntime

/// What wakes a worker when nobody asks for anything.
@Suite struct LoopAtRestTests {
    private func timers(of engine: RequestEngine) -> Int {
        let transport = QueueTransport()
        WorkerLoop(engine, transport).tick()
        return transport.timers
    }

    @Test func `a service without a stream has no timer`() throws {
        #expect(timers(of: try RequestEngine(service: CounterService(), journal: nil, .init(processID: "p"))) == 0)
    }

    @Test func `one with a stream has its heartbeat, care of its rows, maintenance and warnings`() throws {
        let bench = try EngineBench()
        #expect(timers(of: bench.engine) == 4)
    }
}
