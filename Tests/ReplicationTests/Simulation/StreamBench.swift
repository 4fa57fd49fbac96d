import SimulatedLog
import TestKit

/// A simulated engine in a time that passes when it is told to, and a directory for stores.
struct StreamBench {
    let directory: TemporaryDirectory
    let time: VirtualTime
    let engine: SimulatedEngine

    init() throws {
        directory = try TemporaryDirectory()
        let time = VirtualTime()
        self.time = time
        engine = SimulatedEngine(seed: 1, now: { time.now }, schedule: { time.schedule($0, $1) })
        engine.faults.timeout = .milliseconds(300)
    }
}
