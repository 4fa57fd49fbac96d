import Testing

@testable import PeerGuard

@Suite struct MemoryExcessTests {
    /// Which look at a limit of 100 ended the process.
    private func end(_ used: [Int]) -> Int? {
        var excess = MemoryExcess()
        return used.firstIndex { excess.isLasting($0, limit: 100) }
    }

    @Test(
        arguments: [
            ("what is within the limit", [10, 100, 100, 100, 100, 100, 100, 100], nil),
            ("what becomes less at each look", [900, 800, 700, 600, 500, 400, 300, 200, 101], nil),
            ("what becomes less after some looks", [900, 900, 950, 900, 900, 890, 890, 890, 890, 890, 50], nil),
            ("what stays", [101, 101, 101, 101, 101, 101, 101], 5),
            ("what grows", [50, 200, 300, 400, 500, 600, 700, 800], 6),
            ("what comes again later", [101, 101, 101, 101, 101, 100, 101, 101, 101, 101, 101, 101], 11),
        ] as [(String, [Int], Int?)]
    )
    func `a process ends when memory is too much and does not become less`(_ name: String, _ used: [Int], _ end: Int?) {
        #expect(self.end(used) == end, "\(name)")
    }
}
