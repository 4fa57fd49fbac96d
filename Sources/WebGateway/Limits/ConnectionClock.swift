internal import NIOCore
internal import Synchronization

/// Watches the deadlines of the connections of one event loop.
///
/// One timer serves them all, since NIO looks through all timers of a loop to cancel one. It looks at some connections at a time and
/// ends one of them: of many that are due the last one ends late, but the requests of others are never behind many ends, nor behind
/// as many callers who connect again.
final class ConnectionClock {
    /// How late it may notice a deadline where few others are due.
    private static let round = TimeAmount.milliseconds(100)
    /// The shortest time between two looks.
    private static let turn = TimeAmount.milliseconds(1)
    /// The time between two ends.
    private static let pause = TimeAmount.milliseconds(4)
    /// The most connections that it looks at together.
    private static let together = 128

    private let loop: any EventLoop
    /// Each knows its place here.
    private var watched: [ConnectionLimiter] = []
    /// At whom it looks next.
    private var next = 0
    private var isRunning = false

    init(_ loop: any EventLoop) { self.loop = loop }

    func watch(_ connection: ConnectionLimiter) {
        connection.place = watched.count
        watched.append(connection)
        if !isRunning { run(after: Self.round) }
    }

    func leave(_ connection: ConnectionLimiter) {
        guard let last = watched.popLast(), last !== connection else { return }
        watched[connection.place] = last
        last.place = connection.place
    }

    private func run(after time: TimeAmount) {
        isRunning = true
        loop.assumeIsolated().scheduleTask(in: time) { [self] in look() }
    }

    private func look() {
        let isSomeoneDue = endOne(now: .now())
        isRunning = !watched.isEmpty
        guard isRunning else { return }
        let looks = Int64((watched.count - 1) / Self.together + 1)
        run(after: isSomeoneDue ? Self.pause : max(Self.turn, .nanoseconds(Self.round.nanoseconds / looks)))
    }

    private func endOne(now: NIODeadline) -> Bool {
        for _ in 0..<min(watched.count, Self.together) {
            if next >= watched.count { next = 0 }
            let connection = watched[next]
            if connection.isDue(now) {
                connection.expire()
                return true
            }
            next += 1
        }
        return false
    }
}

/// A clock for each event loop.
final class ConnectionClocks: Sendable {
    private let clocks = Mutex<[ObjectIdentifier: NIOLoopBound<ConnectionClock>]>([:])

    /// The clock of the loop on which this is called.
    func clock(of loop: any EventLoop) -> ConnectionClock {
        let bound = clocks.withLock { clocks in
            if let clock = clocks[ObjectIdentifier(loop)] { return clock }
            let clock = NIOLoopBound(ConnectionClock(loop), eventLoop: loop)
            clocks[ObjectIdentifier(loop)] = clock
            return clock
        }
        return bound.value
    }
}
