import Testing

@testable import ZeroMQPatterns

@Suite struct SubscriberStateMachineTests {
    private let log = NumberedLog(epoch: "a", newest: 100)

    private func marker(_ sequence: Int, epoch: String = "a") -> StreamPosition {
        StreamPosition(epoch: epoch, sequence: sequence)
    }

    private func machine(_ start: StreamStart, joinedAt sequence: Int? = nil) -> SubscriberScript {
        let machine = SubscriberScript(start)
        if let sequence {
            machine.joined(at: marker(sequence))
            _ = machine.takeSignals()
        }
        return machine
    }

    private func page(_ range: ClosedRange<Int>, isComplete: Bool = true) -> ReplayPage<Numbered> {
        ReplayPage(epoch: "a", events: range.map(log.event), next: range.upperBound, isComplete: isComplete)
    }

    @Test func `now begins at the first marker`() {
        let machine = machine(.now)
        machine.event(log.event(9))
        machine.joined(at: marker(9))
        machine.event(log.event(10))
        #expect(machine.takeSignals() == [.live(marker(9)), .event(log.event(10))])
        #expect(machine.nextReplay() == nil)
    }

    @Test func `a position is continued by a replay up to the marker, then live`() throws {
        let machine = machine(.after(7))
        machine.joined(at: marker(9))
        let request = try #require(machine.nextReplay())
        #expect(request.after == 7)
        machine.event(log.event(10))
        #expect(machine.takeSignals() == [])
        #expect(machine.replayed(page(8...9), for: request))
        #expect(
            machine.takeSignals() == [
                .event(log.event(8)), .event(log.event(9)), .event(log.event(10)), .live(marker(9)),
            ]
        )
        #expect(machine.nextReplay() == nil)
    }

    @Test func `what comes twice is seen once`() {
        let machine = machine(.now, joinedAt: 9)
        for sequence in [9, 10, 10, 11, 10, 11] { machine.event(log.event(sequence)) }
        #expect(machine.takeSignals() == [.event(log.event(10)), .event(log.event(11))])
    }

    @Test func `a jump is a hole: only the hole is replayed, then what waited goes on`() throws {
        let machine = machine(.now, joinedAt: 9)
        machine.event(log.event(13))
        machine.event(log.event(14))
        let request = try #require(machine.nextReplay())
        #expect(request == ReplayRequest(generation: 0, after: 9, limit: 3, isCheck: false))
        #expect(machine.nextReplay() == nil)
        #expect(machine.replayed(page(10...12, isComplete: false), for: request))
        #expect(machine.takeSignals() == (10...14).map { .event(log.event($0)) })
        #expect(machine.nextReplay() == nil)
    }

    @Test func `a heartbeat above what has arrived shows a loss at the tail`() {
        let machine = machine(.now, joinedAt: 9)
        machine.event(log.event(10))
        machine.heartbeat(marker(10))
        #expect(machine.nextReplay() == nil)
        machine.heartbeat(marker(11))
        #expect(machine.nextReplay()?.after == 10)
    }

    @Test func `a heartbeat below the position, which a replay has passed, changes nothing`() {
        let machine = machine(.now, joinedAt: 9)
        machine.event(log.event(10))
        machine.heartbeat(marker(9))
        #expect(machine.nextReplay() == nil)
        #expect(machine.takeSignals() == [.event(log.event(10))])
    }

    @Test func `what waited on a lost connection is seen only when it comes again`() {
        let machine = machine(.now, joinedAt: 9)
        machine.event(log.event(12))
        machine.joined(at: marker(9))
        machine.event(log.event(10))
        machine.event(log.event(11))
        #expect(machine.takeSignals() == [.live(marker(9)), .event(log.event(10)), .event(log.event(11))])
        #expect(machine.nextReplay() == nil)
    }

    @Test func `more than fits while a hole is open is dropped and replayed`() throws {
        let machine = machine(.now, joinedAt: 0)
        for sequence in 2...9 { machine.event(log.event(sequence)) }
        let first = try #require(machine.nextReplay())
        #expect(machine.replayed(page(1...1, isComplete: false), for: first))
        var seen = machine.takeSignals()
        while let request = machine.nextReplay() {
            let last = min(request.after + request.limit, 9)
            #expect(machine.replayed(page(request.after + 1...last), for: request))
            seen += machine.takeSignals()
        }
        #expect(seen == (1...9).map { .event(log.event($0)) })
    }

    @Test func `a new epoch is told, and begins at its marker`() {
        let machine = machine(.now, joinedAt: 9)
        machine.joined(at: marker(3, epoch: "b"))
        let cut = Resync(reason: .newEpoch, from: marker(9), to: marker(3, epoch: "b"))
        #expect(machine.takeSignals() == [.resynced(cut), .live(marker(3, epoch: "b"))])
        machine.event(log.event(10))
        machine.event(NumberedLog(epoch: "b", newest: 4).event(4))
        #expect(machine.takeSignals() == [.event(NumberedLog(epoch: "b", newest: 4).event(4))])
    }

    @Test func `a remembered position of another epoch is told`() {
        let machine = machine(.position(epoch: "z", after: 77))
        machine.joined(at: marker(9))
        let cut = Resync(reason: .newEpoch, from: marker(77, epoch: "z"), to: marker(9))
        #expect(machine.takeSignals() == [.resynced(cut), .live(marker(9))])
    }

    @Test func `an answer to a replay of the epoch before is dropped`() throws {
        let machine = machine(.now, joinedAt: 9)
        machine.heartbeat(marker(12))
        let old = try #require(machine.nextReplay())
        machine.joined(at: marker(3, epoch: "b"))
        _ = machine.takeSignals()
        #expect(machine.replayed(page(10...12), for: old))
        #expect(machine.takeSignals() == [])
        machine.heartbeat(marker(5, epoch: "b"))
        #expect(machine.nextReplay()?.after == 3)
    }

    @Test func `history that is no longer kept is told`() throws {
        let machine = machine(.after(2))
        machine.joined(at: marker(9))
        let request = try #require(machine.nextReplay())
        #expect(machine.truncated(first: 6, for: request))
        #expect(machine.takeSignals() == [.resynced(Resync(reason: .truncated, from: marker(2), to: marker(5)))])
        let rest = try #require(machine.nextReplay())
        #expect(rest.after == 5)
        #expect(machine.replayed(page(6...9), for: rest))
        #expect(machine.takeSignals() == (6...9).map { .event(log.event($0)) } + [.live(marker(9))])
    }

    @Test(arguments: [Int.min, -1, 0, 1, 7, StreamLimits().lastSequence + 1, Int.max])
    func `history that a service claims to keep from an impossible place on is asked for again`(first: Int) throws {
        let machine = machine(.after(7), joinedAt: 9)
        let request = try #require(machine.nextReplay())
        #expect(!machine.truncated(first: first, for: request))
        #expect(machine.takeSignals() == [.stale])
    }

    @Test func `a position that no stream can have is the last one`() throws {
        let machine = machine(.after(.max), joinedAt: 9)
        let request = try #require(machine.nextReplay())
        #expect(request.after == StreamLimits().lastSequence && request.isCheck)
        #expect(!machine.replayed(page(1...9, isComplete: false), for: request))
    }

    @Test func `a position beyond the stream is asked about, and told`() throws {
        let machine = machine(.after(50))
        machine.joined(at: marker(9))
        #expect(machine.takeSignals() == [])
        let check = try #require(machine.nextReplay())
        #expect(check.isCheck)
        #expect(machine.replayed(ReplayPage(epoch: "a", events: [], next: 9, isComplete: true), for: check))
        let cut = Resync(reason: .behind, from: marker(50), to: marker(9))
        #expect(machine.takeSignals() == [.resynced(cut), .live(marker(9))])
        machine.event(log.event(10))
        #expect(machine.takeSignals() == [.event(log.event(10))])
    }

    @Test func `a stream that has gone back while nobody was connected is asked about, and told`() throws {
        let machine = machine(.now, joinedAt: 50)
        machine.joined(at: marker(9))
        machine.event(log.event(10))
        #expect(machine.takeSignals() == [])
        let check = try #require(machine.nextReplay())
        #expect(machine.replayed(ReplayPage(epoch: "a", events: [], next: 10, isComplete: true), for: check))
        let cut = Resync(reason: .behind, from: marker(50), to: marker(10))
        #expect(machine.takeSignals() == [.resynced(cut), .live(marker(9))])
        machine.event(log.event(11))
        #expect(machine.takeSignals() == [.event(log.event(11))])
    }

    @Test func `a marker that a replay has passed is no step back`() throws {
        let machine = machine(.after(50))
        machine.joined(at: marker(49))
        let check = try #require(machine.nextReplay())
        #expect(machine.replayed(ReplayPage(epoch: "a", events: [], next: 50, isComplete: true), for: check))
        #expect(machine.takeSignals() == [.live(marker(49))])
    }

    @Test func `a replay that fails makes the view stale until one succeeds`() throws {
        let machine = machine(.now, joinedAt: 9)
        machine.heartbeat(marker(11))
        let request = try #require(machine.nextReplay())
        #expect(!machine.replayFailed(request))
        #expect(machine.takeSignals() == [.stale])
        #expect(machine.nextReplay() == nil)
        machine.retry()
        let again = try #require(machine.nextReplay())
        #expect(!machine.replayFailed(again))
        machine.retry()
        let third = try #require(machine.nextReplay())
        #expect(machine.replayed(page(10...11), for: third))
        #expect(machine.takeSignals() == [.event(log.event(10)), .event(log.event(11)), .live(marker(11))])
    }

    @Test func `a replay that brings nothing is not repeated at once`() throws {
        let machine = machine(.now, joinedAt: 9)
        machine.heartbeat(marker(11))
        let request = try #require(machine.nextReplay())
        #expect(!machine.replayed(ReplayPage(epoch: "a", events: [], next: 9, isComplete: true), for: request))
        #expect(machine.nextReplay() == nil)
    }

    @Test func `silence is told once, and its end too`() {
        let machine = machine(.now, joinedAt: 9)
        machine.silent()
        machine.silent()
        #expect(machine.takeSignals() == [.stale])
        machine.heartbeat(marker(9))
        #expect(machine.takeSignals() == [.live(marker(9))])
        machine.heartbeat(marker(9))
        #expect(machine.takeSignals() == [])
    }

    @Test func `being kept out is told once, and again when it was over in between`() {
        let machine = machine(.now)
        for _ in 0..<3 { machine.notAdmitted(.keyRefused) }
        #expect(machine.takeSignals() == [.notAdmitted(.keyRefused)])
        machine.notAdmitted(.wrongServerKey)
        #expect(machine.takeSignals() == [.notAdmitted(.wrongServerKey)])
        machine.heartbeat(marker(8))
        machine.notAdmitted(.wrongServerKey)
        #expect(machine.takeSignals() == [.notAdmitted(.wrongServerKey)])
    }

    @Test func `who is kept out knows why it is silent`() {
        let machine = machine(.now, joinedAt: 9)
        machine.notAdmitted(.keyRefused)
        machine.silent()
        #expect(machine.takeSignals() == [.notAdmitted(.keyRefused)])
        machine.joined(at: marker(9))
        #expect(machine.takeSignals() == [.live(marker(9))])
    }

    @Test func `who is kept out is not told that a replay failed, and is told when it is over`() throws {
        let machine = machine(.now, joinedAt: 9)
        machine.heartbeat(marker(11))
        let request = try #require(machine.nextReplay())
        machine.notAdmitted(.keyRefused)
        #expect(!machine.replayFailed(request))
        machine.silent()
        #expect(machine.takeSignals() == [.notAdmitted(.keyRefused)])
        machine.retry()
        machine.heartbeat(marker(11))
        let again = try #require(machine.nextReplay())
        #expect(machine.replayed(page(10...11), for: again))
        #expect(machine.takeSignals() == [.event(log.event(10)), .event(log.event(11)), .live(marker(11))])
    }

    // MARK: What is asked of a publisher that may be behind

    @Test(
        arguments: [
            (.now, "a", 7),
            (.after(100), "a", 7),
            (.position(epoch: "a", after: 100), "a", 100),
            (.position(epoch: "a", after: 3), "a", 7),
            (.position(epoch: "b", after: 100), "a", 7),
        ] as [(StreamStart, String, Int)]
    )
    func `a stream has come as far as it was seen, not as far as is asked for`(
        start: StreamStart,
        epoch: String,
        reached: Int
    ) {
        let machine = SubscriberScript(start)
        #expect(machine.reached == nil)
        machine.joined(at: marker(7, epoch: epoch))
        #expect(machine.reached == marker(reached, epoch: epoch))
    }

    @Test func `what one publisher has announced holds for the next, in the same epoch`() throws {
        let machine = machine(.now, joinedAt: 7)
        machine.event(log.event(8))
        #expect(machine.reached == marker(8))
        machine.heartbeat(marker(12))
        machine.joined(at: marker(6))
        #expect(machine.reached == marker(12))
        let request = try #require(machine.nextReplay())
        #expect(request.after == 8 && request.isCheck)
        #expect(machine.replayed(page(9...20), for: request))
        #expect(machine.reached == marker(20))
        machine.joined(at: marker(2, epoch: "b"))
        #expect(machine.reached == marker(2, epoch: "b"))
    }

    @Test func `a lost marker is made good by the second heartbeat`() {
        let machine = machine(.now)
        machine.heartbeat(marker(8))
        #expect(machine.takeSignals() == [])
        machine.heartbeat(marker(9))
        #expect(machine.takeSignals() == [.live(marker(9))])
    }

    @Test func `a consumer that has enough gets the rest by replay when it wants more`() throws {
        let machine = machine(.now, joinedAt: 9)
        machine.pause()
        for sequence in 10...30 { machine.event(log.event(sequence)) }
        #expect(machine.takeSignals() == [])
        #expect(machine.nextReplay() == nil)
        machine.resume()
        let request = try #require(machine.nextReplay())
        #expect(machine.replayed(page(10...30), for: request))
        #expect(machine.takeSignals() == (10...30).map { .event(log.event($0)) })
    }
}
