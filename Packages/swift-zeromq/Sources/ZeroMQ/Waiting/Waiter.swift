internal import Synchronization

/// One task that waits for something of a node; on the owner thread.
///
/// It ends once: with what it waits for, with an error, or by its task's cancellation, whichever comes first, and perhaps before its
/// task is suspended.
package final class Waiter {
    let id: Int
    /// What it tries when its turn may have come; `false` when it has to wait longer.
    private let attempt: () throws(ZMQError) -> Bool
    private var continuation: CheckedContinuation<Void, any Error>?
    /// How it has ended.
    private var result: Result<Void, any Error>?
    /// Called when it has ended without its turn.
    var onGivenUp: (() -> Void)?
    var timer: ZMQTimer?

    init(id: Int, _ attempt: @escaping () throws(ZMQError) -> Bool) {
        self.id = id
        self.attempt = attempt
    }

    /// Resumes the task when it has ended; at once when it has.
    func resume(_ continuation: CheckedContinuation<Void, any Error>) {
        if let result { return continuation.resume(with: result) }
        self.continuation = continuation
    }

    /// Tries once; `true` when it has ended.
    package func serve() -> Bool {
        guard result == nil else { return true }
        do throws(ZMQError) {
            guard try attempt() else { return false }
            end(.success(()))
        } catch {
            end(.failure(error))
        }
        return true
    }

    /// Ends it without its turn.
    func giveUp(_ error: any Error) {
        guard result == nil else { return }
        onGivenUp?()
        end(.failure(error))
    }

    private func end(_ result: Result<Void, any Error>) {
        onGivenUp = nil
        self.result = result
        continuation?.resume(with: result)
        continuation = nil
    }
}

/// The tasks that wait for one direction of a socket, in the order in which they came.
struct WaiterQueue {
    private var waiters: [Waiter] = []
    private var head = 0

    var isEmpty: Bool { head == waiters.count }

    mutating func append(_ waiter: Waiter) {
        waiters.append(waiter)
    }

    var first: Waiter? { head < waiters.count ? waiters[head] : nil }

    mutating func removeFirst() {
        head += 1
        // Not with each: what is left would be moved each time.
        guard head * 2 >= waiters.count else { return }
        waiters.removeFirst(head)
        head = 0
    }

    mutating func remove(_ waiter: Waiter) {
        waiters.removeFirst(head)
        head = 0
        waiters.removeAll { $0 === waiter }
    }

    mutating func removeAll() -> [Waiter] {
        defer { self = WaiterQueue() }
        return Array(waiters[head...])
    }
}
