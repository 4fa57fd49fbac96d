import Testing
import ZeroMQ

@testable import WorkerEngine
@testable import WorkerRuntime

@Suite struct EventQueueTests {
    @Test(arguments: [(128, 1), (128, 2), (10, 1), (1_000, 1)])
    func `what may wait for all subscribers fits into what there is for it`(subscribers: Int, transports: Int) {
        var limits = WorkerLimits()
        limits.subscribers = subscribers
        let options = ZMQSocketOptions.events(limits, areShared: transports > 1, transports: transports)
        #expect(options.sendHighWaterMark * subscribers * transports * 128 <= limits.subscriberQueueBytes)
        #expect(options.sendHighWaterMark >= 64)
    }
}
