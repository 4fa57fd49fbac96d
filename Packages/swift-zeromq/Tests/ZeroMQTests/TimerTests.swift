import Testing

@testable import ZeroMQ

@Suite(.timeLimit(.minutes(10)))
struct TimerTests {
    @Test func `timers fire in the order of their deadlines`() async throws {
        try await withOwner { owner in
            let fired = Inlet<Int>()
            let delays = [9, 3, 6, 0, -5].map { Duration.milliseconds($0) }
            // A deadline counts from when it is asked for, and the system may take its time between two of them.
            let deadlines = await owner.run { owner in
                delays.indices.map { index in
                    let earliest = SuspendingClock.now + max(delays[index], .zero)
                    owner.node.schedule(after: delays[index]) { fired.put(index) }
                    return earliest...SuspendingClock.now + max(delays[index], .zero)
                }
            }
            var order: [Int] = []
            for _ in delays { order.append(try await fired.next()) }
            #expect(order.sorted() == Array(delays.indices))
            for (position, first) in order.enumerated() {
                for later in order[position...] {
                    #expect(deadlines[first].lowerBound <= deadlines[later].upperBound)
                }
            }
        }
    }

    @Test func `a timer never fires early`() async throws {
        try await withOwner { owner in
            let waited = Inlet<Duration>()
            await owner.run { owner in
                let start = SuspendingClock.now
                owner.node.schedule(after: .microseconds(1500)) { waited.put(SuspendingClock.now - start) }
            }
            let time = try await waited.next()
            #expect(time >= .microseconds(1500))
        }
    }

    @Test func `a cancelled timer does not fire, and cancelling it again is harmless`() async throws {
        try await withOwner { owner in
            let fired = Inlet<String>()
            await owner.run { owner in
                let timer = owner.node.schedule(after: .milliseconds(1)) { fired.put("cancelled") }
                owner.node.schedule(after: .milliseconds(2)) { fired.put("kept") }
                owner.node.cancel(timer)
                owner.node.cancel(timer)
            }
            let first = try await fired.next()
            #expect(first == "kept")
        }
    }

    @Test func `a timer that schedules itself leaves room for jobs`() async throws {
        try await withOwner { owner in
            await owner.run { owner in
                @Sendable func again(_ node: ZMQNode) {
                    node.schedule(after: .zero) { again(node) }
                }
                again(owner.node)
            }
            for _ in 0..<100 { await owner.hop() }
            #expect(await owner.hops == 100)
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `the queue gives back what was not cancelled, sorted, and stays small`(seed: UInt64) {
        var state = seed
        func random() -> Int64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int64(state >> 33) % 1000
        }
        var queue = TimerQueue()
        var fired: [Int64] = []
        var expected: [Int64] = []
        for _ in 0..<10_000 {
            let deadline = random()
            let timer = queue.schedule(at: deadline) { fired.append(deadline) }
            if random() < 900 {
                _ = queue.cancel(timer)
            } else {
                expected.append(deadline)
            }
        }
        #expect(queue.entryCount <= 2 * expected.count + 65)
        while let perform = queue.popDue(at: 999) { perform() }
        #expect(fired == expected.sorted())
        #expect(queue.isEmpty && queue.nextDeadline() == nil)
    }
}
