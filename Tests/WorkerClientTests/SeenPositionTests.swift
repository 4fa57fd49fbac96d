import Messages
import Testing

@testable import WorkerClient

@Suite struct SeenPositionTests {
    @Test(
        arguments: [
            ([], nil),
            ([("a", 5)], 5),
            ([("a", 5), ("a", 3)], 5),
            ([("a", 5), ("a", 9)], 9),
            ([("a", 5), ("b", 3)], 3),
            ([("a", 5), ("b", 3), ("a", 4)], 4),
            ([("a", 0)], 0),
            ([("a", 5), ("a", -1)], 5),
            ([("a", RequestMeta.maxPosition), ("a", RequestMeta.maxPosition + 1)], RequestMeta.maxPosition),
        ] as [([(String, Int)], Int?)]
    )
    func `the newest of the present epoch counts`(positions: [(String, Int)], expected: Int?) {
        var seen = SeenPosition()
        for (epoch, sequence) in positions { seen.see(epoch: epoch, sequence: sequence) }
        #expect(seen.sequence == expected)
    }

    @Test func `an answer that says nothing of a stream changes nothing`() {
        var seen = SeenPosition()
        seen.see(ReplyMeta(source: "/s", epoch: "a", sequence: 4))
        for meta in [
            ReplyMeta(source: "/s"), ReplyMeta(source: "/s", epoch: "b"), ReplyMeta(source: "/s", sequence: 9),
        ] {
            seen.see(meta)
        }
        #expect(seen.sequence == 4)
    }
}
