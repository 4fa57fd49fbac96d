import Testing

@testable import ZeroMQPatterns

/// Where calls go when a service has several workers.
@Suite struct EndpointSelectionTests {
    private static let names = ["tcp://a:1", "tcp://b:1", "tcp://c:1"]
    private let start = SuspendingClock().now

    /// Endpoints that are all connected.
    private func connected(_ names: [String] = names) -> EndpointSelection {
        var selection = EndpointSelection(names)
        for endpoint in names.indices { _ = selection.connected(endpoint) }
        return selection
    }

    private func after(_ seconds: Double) -> SuspendingClock.Instant { start.advanced(by: .seconds(seconds)) }

    private func read(
        _ selection: inout EndpointSelection,
        tried: Set<Int>? = nil,
        at seconds: Double = 0
    ) -> Int? {
        selection.choose(needsActive: false, tried: tried, now: after(seconds))
    }

    private func write(
        _ selection: inout EndpointSelection,
        tried: Set<Int>? = nil,
        at seconds: Double = 0
    ) -> Int? {
        selection.choose(needsActive: true, tried: tried, now: after(seconds))
    }

    // MARK: Reads

    @Test func `reads go to all in turn where none has more to do`() {
        var selection = connected()
        #expect((0..<6).map { _ in read(&selection) } == [1, 2, 0, 1, 2, 0])
    }

    @Test(arguments: [([2, 1, 1], [1, 2]), ([0, 3, 1], [0]), ([5, 5, 4], [2])] as [([Int], Set<Int>)])
    func `reads go to who has the fewest calls out`(outstanding: [Int], expected: Set<Int>) throws {
        var selection = connected()
        for (endpoint, count) in outstanding.enumerated() {
            for _ in 0..<count { selection.sent(to: endpoint) }
        }
        for _ in 0..<4 { #expect(expected.contains(try #require(read(&selection)))) }
    }

    @Test func `what was answered or lost is not out any more`() {
        var selection = connected(["a", "b"])
        for _ in 0..<3 { selection.sent(to: 0) }
        selection.sent(to: 1)
        selection.settled(3, at: 0)
        #expect(read(&selection) == 0)
        selection.sent(to: 0)
        selection.sent(to: 0)
        selection.lost(1, now: start)
        _ = selection.connected(1)
        #expect(read(&selection, at: 5) == 1)
    }

    @Test func `a read goes to one that was not tried, and to a tried one rather than nowhere`() {
        var selection = connected()
        for _ in 0..<4 { #expect(read(&selection, tried: [0, 2]) == 1) }
        #expect(read(&selection, tried: [0, 1, 2]) != nil)
    }

    @Test func `without a connection there is nowhere to go`() {
        var selection = EndpointSelection(Self.names)
        #expect(read(&selection) == nil && write(&selection) == nil)
        selection.accepted(1)
        #expect(read(&selection) == nil && selection.isSomebodyThere)
        _ = selection.connected(1)
        #expect(read(&selection) == 1 && write(&selection) == 1)
    }

    // MARK: Writes

    @Test func `writes go to the first until another takes one, and to that one then`() {
        var selection = connected()
        #expect((0..<3).map { _ in write(&selection) } == [0, 0, 0])
        _ = selection.served(by: 2, isActive: true)
        #expect((0..<3).map { _ in write(&selection) } == [2, 2, 2])
        _ = selection.served(by: 1, isActive: false)
        #expect(write(&selection) == 2)
    }

    @Test(arguments: [
        (["tcp://c:1"], 2),
        (["tcp://x:1", "tcp://c:1"], 2),
        (["tcp://x:1"], 1),
        (["tcp://a:1"], 1),
        ([], 1),
    ])
    func `a replica is believed about who takes writes where that is one of ours`(named: [String], next: Int) {
        var selection = connected()
        selection.isReplica(0, active: named)
        #expect(write(&selection) == next)
    }

    @Test func `a late word of a replica does not move writes from where they are already`() {
        var selection = connected()
        selection.isReplica(0, active: ["tcp://c:1"])
        selection.isReplica(0, active: [])
        #expect(write(&selection) == 2)
    }

    @Test func `a write waits for who takes writes rather than hear no from another, and reads do not`() {
        var selection = connected()
        selection.blocked(0)
        #expect(write(&selection) == 0 && !selection.isReady(0))
        for _ in 0..<4 { #expect(read(&selection) != 0) }
        selection.writable(0)
        #expect(selection.isReady(0))
    }

    @Test func `a write goes to the next where the one that takes writes is gone, and back when it is there again`() {
        var selection = connected()
        _ = selection.served(by: 1, isActive: true)
        selection.lost(1, now: start)
        #expect(write(&selection) == 2)
        let isAwaited = selection.connected(1)
        #expect(isAwaited)
        #expect(write(&selection) == 1)
    }

    // MARK: Leaving alone

    @Test func `who does not answer is left alone for a second, and longer each time, up to ten`() {
        var selection = connected(["a", "b"])
        var now = 0.0
        for rest in [1.0, 2, 4, 8, 10, 10] {
            let isLeftAlone = selection.unanswered(by: 0, since: after(now), now: after(now))
            #expect(isLeftAlone)
            #expect((0..<4).allSatisfy { _ in read(&selection, at: now + rest - 0.1) == 1 })
            #expect(write(&selection, at: now + rest - 0.1) == 1)
            now += rest
            #expect((0..<2).contains { _ in read(&selection, at: now) == 0 })
            #expect(write(&selection, at: now) == 0)
        }
        _ = selection.served(by: 0, isActive: true)
        _ = selection.unanswered(by: 0, since: after(now), now: after(now))
        #expect(write(&selection, at: now + 1) == 0)
    }

    @Test func `many calls that see one fault are one fault`() {
        var selection = connected(["a", "b"])
        for _ in 0..<50 { _ = selection.unanswered(by: 0, since: start, now: start) }
        #expect(write(&selection, at: 1) == 0)
    }

    @Test func `who has answered others since is only slow at this one`() {
        var selection = connected(["a", "b"])
        selection.heard(from: 0, now: after(0.5))
        let isLeftAlone = selection.unanswered(by: 0, since: start, now: after(1))
        #expect(!isLeftAlone)
        #expect(write(&selection, at: 1) == 0)
        _ = selection.unanswered(by: 0, since: after(0.6), now: after(1.6))
        #expect(write(&selection, at: 1.6) == 1)
        selection.heard(from: 0, now: after(1.7))
        #expect(write(&selection, at: 1.7) == 0)
    }

    @Test func `who cannot serve or lost its connection is left alone by reads and not by writes`() {
        for isLost in [false, true] {
            var selection = connected(["a", "b"])
            if isLost {
                selection.lost(0, now: start)
                _ = selection.connected(0)
            } else {
                selection.couldNotServe(0, now: start)
            }
            #expect((0..<4).allSatisfy { _ in read(&selection, at: 0.9) == 1 })
            #expect(write(&selection, at: 0.9) == 0)
            #expect((0..<2).contains { _ in read(&selection, at: 1) == 0 })
        }
    }

    @Test func `when all are to be left alone, none is`() {
        var selection = connected(["a", "b"])
        for endpoint in 0..<2 { _ = selection.unanswered(by: endpoint, since: start, now: start) }
        #expect((0..<2).map { _ in read(&selection) } == [1, 0])
        #expect(write(&selection) == 0)
    }

    @Test func `there is another to try while one is up that was not tried and is not left alone`() {
        var selection = connected()
        #expect(selection.hasOther(needsActive: false, than: [0], now: start))
        selection.couldNotServe(1, now: start)
        #expect(!selection.hasOther(needsActive: false, than: [0, 2], now: start))
        #expect(selection.hasOther(needsActive: true, than: [0, 2], now: start))
        selection.lost(1, now: start)
        #expect(!selection.hasOther(needsActive: true, than: [0, 2], now: start))
    }

    @Test func `nobody is left when all have refused to admit us, and one that is tried anew may`() {
        var selection = EndpointSelection(["a", "b"])
        var isNobodyLeft = [selection.notAdmitted(at: 0, now: start)]
        #expect(!selection.mayTryAgain(0, now: after(0.9)) && selection.mayTryAgain(0, now: after(1)))
        isNobodyLeft.append(selection.notAdmitted(at: 1, now: start))
        selection.opening(0)
        isNobodyLeft.append(selection.notAdmitted(at: 1, now: start))
        #expect(isNobodyLeft == [false, true, false])
    }

    @Test func `a single endpoint is never left alone`() {
        var selection = connected(["a"])
        _ = selection.unanswered(by: 0, since: start, now: start)
        #expect(read(&selection) == 0 && write(&selection, tried: [0]) == 0)
        _ = selection.notAdmitted(at: 0, now: start)
        #expect(selection.mayTryAgain(0, now: start))
    }
}
