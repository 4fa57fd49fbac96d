import Messages
import Testing

@testable import WebGateway

/// Which answers of reads are given from memory, and which are not.
@Suite final class ReadCacheTests {
    private static let menu = ReadKey(service: .juice, method: JuiceMethod.menu, params: nil)
    private static let stock = ReadKey(service: .juice, method: JuiceMethod.stockList, params: nil)

    private var cache = ReadCache<String>(of: [.juice, .expo])
    private var now = ContinuousClock.now

    private static func at(_ sequence: Int, epoch: String = "a") -> WebGateway.StreamPosition {
        StreamPosition(service: .juice, epoch: epoch, sequence: sequence)
    }

    /// Asks twice, and has an answer of a position come, the second time with what `body` does meanwhile.
    private func read(
        _ key: ReadKey = ReadCacheTests.stock,
        at sequence: Int,
        epoch: String = "a",
        bytes: Int = 100,
        while body: () -> Void = {}
    ) {
        _ = cache.ask(key)
        guard let asked = cache.ask(key) else { return }
        body()
        let position = Self.at(sequence, epoch: epoch)
        cache.see(position)
        cache.keep("\(epoch)/\(sequence)", bytes: bytes, of: key, at: position, asked: asked, now: now)
    }

    private func hear(_ sequence: Int, epoch: String = "a") {
        cache.hear(Self.at(sequence, epoch: epoch), at: now)
    }

    private func given(_ key: ReadKey = ReadCacheTests.stock, from least: LeastPosition? = nil) -> String? {
        cache.answer(to: key, from: least, at: now)
    }

    @Test func `an answer is given again while nothing newer is known`() {
        hear(7)
        read(at: 7)
        #expect(given() == "a/7" && given() == "a/7")
        #expect(given(Self.menu) == nil)
        #expect(cache.counts[.juice]?.hits == 2)
        #expect(cache.counts[.juice]?.bytes == 100)
    }

    @Test func `an event of the service drops its answers, and none of another service's`() {
        hear(7)
        read(at: 7)
        cache.hear(StreamPosition(service: .expo, epoch: "x", sequence: 9), at: now)
        #expect(given() == "a/7")
        hear(8)
        #expect(given() == nil)
        #expect(cache.counts[.juice]?.drops == 1 && cache.counts[.juice]?.bytes == 0)
    }

    @Test func `a heartbeat behind a gap drops what was before it`() {
        hear(7)
        read(at: 7)
        hear(12)
        #expect(given() == nil)
    }

    @Test func `a write answered at a later position hides what was before it, for everybody`() {
        hear(7)
        read(at: 7)
        cache.see(Self.at(8))
        #expect(given() == nil)
        // Its event comes later, and one before it.
        hear(7)
        #expect(given() == nil)
    }

    @Test func `an answer that comes behind a later event is not kept`() {
        hear(7)
        read(at: 7) { hear(8) }
        #expect(given() == nil)
    }

    @Test func `an answer that comes before its event is kept, and its event leaves it`() {
        hear(7)
        read(at: 8)
        #expect(given() == "a/8")
        hear(8)
        #expect(given() == "a/8")
    }

    @Test func `a caller who names a position gets nothing from before it, and nothing of another history`() {
        hear(7)
        read(at: 7)
        #expect(given(from: LeastPosition(epoch: "a", sequence: 7)) == "a/7")
        #expect(given(from: LeastPosition(epoch: nil, sequence: 6)) == "a/7")
        #expect(given(from: LeastPosition(epoch: nil, sequence: 8)) == nil)
        #expect(given(from: LeastPosition(epoch: "b", sequence: 1)) == nil)
    }

    @Test func `without a sign of life within the interval nothing is given`() {
        hear(7)
        read(at: 7)
        now += ReadCache<String>.interval
        #expect(given() == "a/7")
        hear(7)
        now += ReadCache<String>.interval
        #expect(given() == "a/7")
        now += .milliseconds(1)
        #expect(given() == nil)
    }

    @Test func `what was kept before a silence is not given behind it`() {
        hear(7)
        read(at: 7)
        now += .seconds(10)
        // It may have waited on the way while others wrote.
        hear(7)
        #expect(given() == nil)
        read(at: 7)
        #expect(given() == "a/7")
    }

    @Test func `what was asked before a silence is not kept behind it`() {
        hear(7)
        read(at: 7) {
            now += .seconds(10)
            hear(7)
        }
        #expect(given() == nil)
    }

    @Test func `a heartbeat from before what is known is no sign of life`() {
        hear(7)
        read(at: 8)
        now += ReadCache<String>.interval
        hear(7)
        now += .milliseconds(1)
        #expect(given() == nil)
    }

    @Test func `another history drops everything, and the former one does not come back`() {
        hear(7)
        read(at: 7)
        hear(3, epoch: "b")
        #expect(given() == nil)
        // The first answer shows that it is another history; it is trusted when the stream has said so again.
        read(at: 3, epoch: "b")
        #expect(given() == nil)
        hear(3, epoch: "b")
        read(at: 3, epoch: "b")
        #expect(given() == "b/3")
        // A late answer of the former history.
        read(at: 7)
        #expect(given() == nil)
    }

    @Test func `while the stream is of another history than the answers, nothing is kept`() {
        hear(7)
        cache.see(Self.at(2, epoch: "b"))
        read(at: 2, epoch: "b")
        #expect(given() == nil)
        #expect(cache.current(of: .juice) == nil)
        hear(2, epoch: "b")
        read(at: 2, epoch: "b")
        #expect(given() == "b/2")
    }

    @Test func `a worker that is cut off gives no sign of life`() {
        hear(7)
        read(at: 7)
        cache.distrust(.juice)
        #expect(given() == nil)
        read(at: 7)
        #expect(given() == nil)
    }

    @Test func `nothing is kept before the stream was heard, nor of a service that nobody follows`() {
        read(at: 7)
        #expect(given() == nil)
        hear(7)
        #expect(given() == nil)
        #expect(cache.ask(ReadKey(service: "counter", method: JuiceMethod.menu, params: nil)) == nil)
    }

    @Test func `writes and what a service says of itself are never kept`() {
        for method in [JuiceMethod.order, ServiceMethod.stats, ServiceMethod.outcome, ServiceMethod.replay] {
            #expect(cache.ask(ReadKey(service: .juice, method: method, params: nil)) == nil)
        }
    }

    @Test func `an answer over the limit is not kept`() {
        hear(7)
        read(at: 7, bytes: ReadCache<String>.maxAnswer)
        #expect(given() == "a/7")
        read(Self.menu, at: 7, bytes: ReadCache<String>.maxAnswer + 1)
        #expect(given(Self.menu) == nil)
    }

    private static func order(_ number: Int) -> ReadKey {
        ReadKey(service: .juice, method: JuiceMethod.orderGet, params: Array(#"{"id":\#(number)}"#.utf8))
    }

    @Test func `what is asked for once leaves nothing, however much of it there is`() {
        hear(7)
        for number in 0..<10_000 {
            guard let asked = cache.ask(Self.order(number)) else { continue }
            cache.keep("", bytes: 100, of: Self.order(number), at: Self.at(7), asked: asked, now: now)
        }
        // Two may have one place of the door, with a chance of 1 in 2 to the 64.
        #expect(cache.counts[.juice]?.bytes == 0)
    }

    @Test func `answers take no more than their room, and those that are asked for stay`() {
        hear(7)
        read(at: 7)
        for number in 0..<100 {
            read(Self.order(number), at: 7, bytes: ReadCache<String>.maxAnswer)
            #expect(given() == "a/7")
            #expect(cache.counts[.juice]?.bytes ?? 0 <= ReadCache<String>.maxBytes)
        }
        #expect(given(Self.order(0)) == nil && given(Self.order(99)) == "a/7")
    }

    @Test func `of answers to one question only the last counts`() {
        hear(7)
        for _ in 0..<100 { read(at: 7) }
        #expect(cache.counts[.juice]?.bytes == 100)
        hear(8)
        #expect(cache.counts[.juice]?.bytes == 0)
    }
}
