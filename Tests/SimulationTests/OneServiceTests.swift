import JuiceDomain
import SimulatedWorker
import Testing

@testable import JuiceService

/// A service of ours in the histories that tests of any service have.
@Suite("One service")
struct OneServiceTests {
    @Test("juice-service by itself breaks nothing, and its memory is what its store holds")
    func juice() throws {
        let (menu, memory) = (try Menu.builtIn(), ClientMemory(MarketMemory(), keyLifetime: 0))
        let counts = try explore(lives: 60, of: { _ in JuiceWorker(menu: menu) }) { random in
            let intent = JuiceWorkload.next(&random, memory)
            let params = intent.params.map { String(decoding: $0, as: UTF8.self) } ?? "{}"
            return intent.isWrite ? .write(intent.method, params: params) : .read(intent.method, params: params)
        }
        #expect(counts[.powerLoss] > 0 && counts[.crashInDisk] > 0)
    }
}
