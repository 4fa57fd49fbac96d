import Testing

@testable import PeerGuard

@Suite struct MemoryWatchTests {
    @Test func `memory is looked at often only when somebody is there or little room is left`() {
        #expect(MemoryWatch.pause(used: 30 << 20, limit: 1 << 30, isAlone: true) >= .seconds(1))
        #expect(MemoryWatch.pause(used: 30 << 20, limit: 1 << 30, isAlone: false) == .milliseconds(50))
        #expect(MemoryWatch.pause(used: 300 << 20, limit: 1 << 30, isAlone: true) == .milliseconds(10))
    }
}
