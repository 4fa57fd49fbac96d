import Platform
import TestKit
import Testing

@testable import WorkerRuntime

/// Which writes of a batch have which keys.
@Suite struct BatchKeysTests {
    /// Texts of which some differ only in their last bytes, are equal for Swift, or are the beginning of others.
    private static let keys =
        ["", "\0", "e\u{301}", "\u{E9}", "\u{FFEE}", "\u{1F511}", "0190b5a8", "0190b5a8-7f"]
        + (0..<40).map { "0190b5a8-7f0\($0)" }

    @Test(arguments: 0..<50)
    func `every key is found, in whatever order they come, and no other`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let order = Self.keys.shuffled(using: &random)
        var keys = BatchKeys()
        for round in 0..<2 {
            for (place, key) in order.enumerated() {
                #expect(keys[key] == nil, "round \(round)")
                keys.add(key, at: place)
                for (former, key) in order[...place].enumerated() { #expect(keys[key] == former) }
            }
            keys.removeAll()
        }
    }

    @Test func `keys that rise are found, and one between them is not`() {
        var keys = BatchKeys()
        for place in 0..<100 { keys.add("key-\(1_000 + 2 * place)", at: place) }
        for place in 0..<100 {
            #expect(keys["key-\(1_000 + 2 * place)"] == place)
            #expect(keys["key-\(1_001 + 2 * place)"] == nil)
        }
        #expect(keys["key-1000-"] == nil)
        #expect(keys["key"] == nil)
    }
}
