import Messages
import Platform
import Testing

@testable import WorkerClient

@Suite struct UUIDSequenceTests {
    @Test func `a key is a UUID of version 7 and of the variant of RFC 9562, in lower case`() throws {
        let key = IdempotencyKey.make()
        #expect(try #/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/#.wholeMatch(in: key) != nil)
    }

    @Test func `the first 48 bits are the milliseconds`() {
        var generator = SeededGenerator(seed: 1)
        var sequence = UUIDSequence()
        let text = sequence.next(milliseconds: 0x0198_0F3E_5A52, random: generator.next(), start: 0)
        #expect(text.hasPrefix("01980f3e-5a52-7"))
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func `keys only grow, in a burst, when the clock stands and when it goes back`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var sequence = UUIDSequence()
        var clock: UInt64 = 1_000_000
        var last = ""
        for _ in 0..<20_000 {
            if generator.chance(0.01) { clock += UInt64.random(in: 0..<3, using: &generator) }
            if generator.chance(0.001) { clock -= 50 }
            let next = sequence.next(milliseconds: clock, random: generator.next(), start: generator.next())
            #expect(next > last)
            last = next
        }
    }

    @Test func `keys made by many tasks at once are all different`() async {
        let keys = await withTaskGroup(of: [String].self) { group in
            for _ in 0..<8 {
                group.addTask { (0..<1_000).map { _ in IdempotencyKey.make() } }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(Set(keys).count == 8_000)
    }
}
