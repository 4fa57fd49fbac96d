internal import DequeModule
internal import Synchronization

/// Runs the work of connections in many small groups of tasks.
///
/// In one group of tasks the runtime would look through all of them for each one that ends: with 20 000 connections that takes longer
/// than to answer a request.
final class ConnectionTasks: Sendable {
    typealias Work = @Sendable () async -> Void

    /// This many connections are in a group.
    private static let size = 128

    private struct Group {
        /// How many have not ended yet.
        var count = 1
        var work = Handoff<Work>()
    }

    private struct NewGroup {
        let number: Int
        let work: Work
    }

    private struct State {
        /// How many connections are open, with work and without.
        var connections = 0
        var groups: [Int: Group] = [:]
        /// Those with room.
        var open: Set<Int> = []
        var lastNumber = 0
        /// Groups that have not begun, each with its first work.
        var newGroups = Handoff<NewGroup>()
        var isRunning = false
    }

    private let state = Mutex(State())

    /// A connection was opened, which may bring work later.
    func connectionOpened() { state.withLock { $0.connections += 1 } }

    /// A connection was closed, and brings no more work.
    func connectionClosed() {
        state.withLock { state in
            state.connections -= 1
            guard state.connections == 0, state.newGroups.end() else { return }
            state.isRunning = false
        }
    }

    /// Adds the work of a connection that is open.
    func add(_ work: @escaping Work) {
        state.withLock { state in
            guard let number = state.open.first else {
                state.lastNumber += 1
                state.groups[state.lastNumber] = Group()
                state.open.insert(state.lastNumber)
                return state.newGroups.add(NewGroup(number: state.lastNumber, work: work))
            }
            state.groups[number]?.count += 1
            if state.groups[number]?.count == Self.size { state.open.remove(number) }
            state.groups[number]?.work.add(work)
        }
    }

    /// Runs what is added until no connection is left; where that is being done already, this returns at once.
    ///
    /// - Parameter onCancel: Called when the task is cancelled. It is to close the connections that have no work, since this waits for
    ///   them.
    func run(onCancel: @Sendable () -> Void) async {
        let isFirst = state.withLock { state in
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard isFirst else { return }
        await withTaskCancellationHandler {
            await withDiscardingTaskGroup { groups in
                while let group = await nextGroup() { groups.addTask { await self.run(group) } }
            }
        } onCancel: {
            onCancel()
        }
    }

    private func run(_ group: NewGroup) async {
        await withDiscardingTaskGroup { tasks in
            var next: Work? = group.work
            while let work = next {
                tasks.addTask {
                    await work()
                    self.end(in: group.number)
                }
                next = await self.nextWork(of: group.number)
            }
        }
    }

    private func end(in number: Int) {
        state.withLock { state in
            state.groups[number]?.count -= 1
            guard state.groups[number]?.count == 0 else {
                state.open.insert(number)
                return
            }
            state.open.remove(number)
            _ = state.groups[number]?.work.end()
            state.groups[number] = nil
        }
    }

    /// The next group to be run, waiting for it; `nil` when no connection is left.
    private func nextGroup() async -> NewGroup? {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                state.newGroups.take(continuation)
                if state.connections == 0, state.newGroups.end() { state.isRunning = false }
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
                state.groups[number]?.work.take(continuation)
            }
        }
    }
}

/// What one task at a time takes that others have handed on.
///
/// Unlike an `AsyncStream` it does not end, and drop what is in it, when the taker is cancelled.
private struct Handoff<Element: Sendable> {
    private var elements: Deque<Element> = []
    private var taker: CheckedContinuation<Element?, Never>?

    mutating func add(_ element: Element) {
        guard let taker = taker.take() else { return elements.append(element) }
        taker.resume(returning: element)
    }

    /// Resumes the taker with the next element, once there is one.
    mutating func take(_ taker: CheckedContinuation<Element?, Never>) {
        guard let element = elements.popFirst() else {
            self.taker = taker
            return
        }
        taker.resume(returning: element)
    }

    /// Resumes the taker with `nil`, and says whether one was waiting.
    mutating func end() -> Bool {
        guard let taker = taker.take() else { return false }
        taker.resume(returning: nil)
        return true
    }
}
