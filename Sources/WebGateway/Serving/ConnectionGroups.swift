internal import DequeModule
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import Synchronization

/// HTTP/1.1 whose connections are in many small groups of tasks.
///
/// A server has all connections in one group, and for each task that ends the runtime looks through the tasks of its group: with
/// 20 000 connections that takes longer than to answer a request.
struct GroupedConnections: ServerChildChannel {
    let connections: HTTP1Channel
    let groups = ConnectionGroups()

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        connections.setup(channel: channel, logger: logger)
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await groups.run { [connections] in await connections.handle(value: value, logger: logger) }
    }
}

/// Runs work in groups of tasks of a bounded size, each within a task of one of those who brought work.
final class ConnectionGroups: Sendable {
    typealias Work = @Sendable () async -> Void

    /// So many connections are in a group, and so few groups in the server's.
    private static let size = 128

    private struct Group {
        /// How much has not ended yet.
        var count = 1
        /// What was handed on and did not begin yet.
        var work: Deque<Work> = []
        /// Who takes the next of it.
        var waiter: CheckedContinuation<Work?, Never>?
    }

    private struct State {
        var groups: [Int: Group] = [:]
        /// Those with room.
        var open: Set<Int> = []
        var lastNumber = 0
    }

    private let state = Mutex(State())

    /// Runs work: in another's group that has room, and then this returns at once, or in a new one, and then this returns when
    /// all is done that is in it.
    func run(_ work: @escaping Work) async {
        let number = state.withLock { state -> Int? in
            guard let number = state.open.first else {
                state.lastNumber += 1
                state.groups[state.lastNumber] = Group()
                state.open.insert(state.lastNumber)
                return state.lastNumber
            }
            state.groups[number]?.count += 1
            if state.groups[number]?.count == Self.size { state.open.remove(number) }
            if let waiter = state.groups[number]?.waiter.take() {
                waiter.resume(returning: work)
            } else {
                state.groups[number]?.work.append(work)
            }
            return nil
        }
        guard let number else { return }
        await withDiscardingTaskGroup { tasks in
            var next: Work? = work
            while let work = next {
                tasks.addTask {
                    await work()
                    self.end(in: number)
                }
                next = await self.nextWork(of: number)
            }
        }
    }

    private func end(in number: Int) {
        state.withLock { state in
            state.groups[number]?.count -= 1
            if state.groups[number]?.count == 0 {
                state.open.remove(number)
                state.groups.removeValue(forKey: number)?.waiter?.resume(returning: nil)
            } else {
                state.open.insert(number)
            }
        }
    }

    /// The next that was handed on, waiting for it; `nil` when all is done.
    ///
    /// Being cancelled does not end it: connections that were handed on are owed an end of their own, which they come to when
    /// their tasks are cancelled.
    private func nextWork(of number: Int) async -> Work? {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                guard state.groups[number] != nil else { return continuation.resume(returning: nil) }
                if let work = state.groups[number]?.work.popFirst() { return continuation.resume(returning: work) }
                state.groups[number]?.waiter = continuation
            }
        }
    }
}
