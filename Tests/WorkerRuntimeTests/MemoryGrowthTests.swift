import Testing

@testable import PeerGuard

@Suite struct MemoryGrowthTests {
    private static var mebibyte: Int { 1 << 20 }

    private func actions(_ growth: inout MemoryGrowth, _ used: [Int], isMuch: Bool = true) -> [MemoryGrowth.Action] {
        used.map { growth.note($0 * Self.mebibyte, isMuch: isMuch) }
    }

    @Test func `nothing is looked at while little is in use`() {
        var growth = MemoryGrowth()
        #expect(actions(&growth, [10, 50, 100], isMuch: false) == [.nothing, .nothing, .nothing])
    }

    @Test func `when much is in use connections are looked at, again for every growth, until it is over`() {
        var growth = MemoryGrowth()
        #expect(actions(&growth, [100, 101, 109, 116, 117]) == [.look, .nothing, .look, .nothing, .look])
        #expect(actions(&growth, [60], isMuch: false) == [.rest])
        #expect(actions(&growth, [60], isMuch: false) == [.nothing])
        #expect(actions(&growth, [100]) == [.look])
    }

    @Test func `growth counts from the least there was`() {
        var growth = MemoryGrowth()
        #expect(actions(&growth, [100, 80, 88]) == [.look, .nothing, .look])
    }

    @Test func `who needs much for good is left in peace`() {
        var growth = MemoryGrowth()
        let later = actions(&growth, Array(repeating: 100, count: 2_000)).dropFirst()
        #expect(later.filter { $0 == .rest }.count == 1)
        #expect(later.filter { $0 == .look }.isEmpty)
        #expect(actions(&growth, [60], isMuch: false) == [.nothing])
    }
}
