internal import DequeModule
internal import NIOCore
internal import Synchronization

/// Counts the connections, and knows which of them wait for a request.
///
/// When there are as many as there may be, a new one takes the place of the one that has waited longest: so those that never
/// ask keep nobody out.
final class OpenConnections: Sendable {
    private struct Waiting {
        let turn: Int
        let start: NIODeadline
        let channel: any Channel
    }

    private struct State {
        var isEnded = false
        var count = 0
        var lastNumber = 0
        var lastTurn = 0
        var waiting: [Int: Waiting] = [:]
        /// Those that began to wait, in their order; one that waits no more stays until it is skipped.
        var order: Deque<(number: Int, turn: Int)> = []

        mutating func wait(_ number: Int, on channel: any Channel) {
            lastTurn += 1
            waiting[number] = Waiting(turn: lastTurn, start: .now(), channel: channel)
            if order.count > 2 * waiting.count + 1_024 {
                order.removeAll { [waiting] in waiting[$0.number]?.turn != $0.turn }
            }
            order.append((number, lastTurn))
        }

        mutating func takeLongestWaiting(since end: NIODeadline = .distantFuture) -> (any Channel)? {
            while let (number, turn) = order.first {
                guard let found = waiting[number], found.turn == turn else {
                    order.removeFirst()
                    continue
                }
                guard found.start <= end else { return nil }
                order.removeFirst()
                waiting[number] = nil
                return found.channel
            }
            return nil
        }
    }

    private let most: Int
    private let state = Mutex(State())

    init(most: Int) { self.most = most }

    var count: Int { state.withLock { $0.count } }

    /// Takes a place for a connection, which begins to wait for its first request.
    ///
    /// - Returns: Its number; `nil` where there is no place.
    func open(_ channel: any Channel) -> Int? {
        let (number, closed) = state.withLock { state -> (Int?, (any Channel)?) in
            guard !state.isEnded else { return (nil, nil) }
            var closed: (any Channel)?
            if state.count >= most {
                closed = state.takeLongestWaiting()
                guard closed != nil else { return (nil, nil) }
            }
            state.count += 1
            state.lastNumber += 1
            state.wait(state.lastNumber, on: channel)
            return (state.lastNumber, closed)
        }
        closed?.close(promise: nil)
        return number
    }

    /// A connection has a request in progress.
    func begin(_ number: Int) { state.withLock { state in state.waiting[number] = nil } }

    /// A connection waits for the next request.
    func wait(_ number: Int, on channel: any Channel) { state.withLock { $0.wait(number, on: channel) } }

    /// A connection has ended.
    func close(_ number: Int) {
        state.withLock { state in
            state.count -= 1
            state.waiting[number] = nil
        }
    }

    /// Closes some that have waited for a while, the longest first.
    func closeWaiting(_ most: Int, for time: TimeAmount) {
        let end = NIODeadline.now() - time
        let waiting = state.withLock { state in
            var waiting: [any Channel] = []
            while waiting.count < most, let next = state.takeLongestWaiting(since: end) { waiting.append(next) }
            return waiting
        }
        for channel in waiting { channel.close(promise: nil) }
    }

    /// Closes those that wait for a request, and takes no more.
    func end() {
        let waiting = state.withLock { state in
            state.isEnded = true
            return state.waiting.values.map(\.channel)
        }
        for channel in waiting { channel.close(promise: nil) }
    }
}
