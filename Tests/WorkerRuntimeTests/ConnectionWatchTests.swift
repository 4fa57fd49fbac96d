import Testing
import ZeroMQ

@testable import WorkerRuntime

@Suite struct ConnectionWatchTests {
    private static let second: UInt64 = 1_000_000_000

    private func actions(_ watch: inout ConnectionWatch, _ kind: ZMQMonitorEvent.Kind, _ count: Int, at time: UInt64)
        -> [ConnectionWatch.Action]
    {
        (0..<count).map { _ in watch.note(kind, at: time) }.filter { $0 != .nothing }
    }

    @Test func `as many connections as allowed may be, one more is ended`() {
        var watch = ConnectionWatch(mostOpen: 3, mostLeaving: 100, mostFailures: 1)
        #expect(actions(&watch, .accepted, 3, at: 0).isEmpty)
        #expect(actions(&watch, .disconnected, 1, at: 0).isEmpty)
        #expect(actions(&watch, .accepted, 1, at: 0).isEmpty)
        #expect(actions(&watch, .accepted, 1, at: 0) == [.hangUp])
        #expect(actions(&watch, .disconnected, 1, at: 0).isEmpty)
        #expect(watch.counts.open == 3 && watch.counts.accepted == 5)
    }

    @Test func `a machine without files left makes a service give its endpoints up, whose connections end with them`() {
        var watch = ConnectionWatch(mostOpen: 100, mostLeaving: 100, mostFailures: 2)
        #expect(actions(&watch, .accepted, 3, at: 0).isEmpty)
        #expect(actions(&watch, .acceptFailed, 2, at: Self.second).isEmpty)
        #expect(actions(&watch, .acceptFailed, 2, at: 2 * Self.second).isEmpty)
        #expect(actions(&watch, .acceptFailed, 1, at: 2 * Self.second) == [.giveUp(.acceptFailures)])
        watch.paused()
        #expect(watch.counts.open == 0 && watch.counts.acceptFailures == 5 && watch.counts.pauses == 1)
        #expect(actions(&watch, .disconnected, 2, at: 2 * Self.second).isEmpty)
        #expect(actions(&watch, .accepted, 2, at: 2 * Self.second).isEmpty)
        #expect(watch.counts.open == 2)
    }

    @Test func `peers that leave are counted for a second, those that come or never introduced themselves are not`() {
        var watch = ConnectionWatch(mostOpen: 100, mostLeaving: 3, mostFailures: 1)
        #expect(actions(&watch, .accepted, 50, at: Self.second).isEmpty)
        #expect(actions(&watch, .disconnected, 3, at: Self.second).isEmpty)
        #expect(actions(&watch, .disconnected, 3, at: 2 * Self.second).isEmpty)
        for _ in 0..<20 {
            #expect(watch.note(.handshakeFailed(.interrupted(errno: 0)), at: 2 * Self.second) == .nothing)
            #expect(watch.note(.disconnected, at: 2 * Self.second) == .nothing)
        }
        #expect(actions(&watch, .disconnected, 1, at: 2 * Self.second) == [.giveUp(.leaving)])
        watch.paused()
        #expect(actions(&watch, .disconnected, 3, at: 2 * Self.second).isEmpty)
    }
}
