/// Callbacks by deadline, as a binary heap.
///
/// Callbacks with the same deadline keep the order they were scheduled in.
///
/// A cancelled timer leaves its callback at once and its heap entry later: finding the entry would cost a search, and
/// most timers of a client are cancelled, because the answer came in time.
struct TimerQueue {
    private struct Entry {
        let deadline: Int64
        let id: UInt64

        func isBefore(_ other: Entry) -> Bool {
            (deadline, id) < (other.deadline, other.id)
        }
    }

    private var heap: [Entry] = []
    private var callbacks: [UInt64: () -> Void] = [:]
    private var nextID: UInt64 = 0

    var isEmpty: Bool { callbacks.isEmpty }

    /// The entries held, cancelled ones included.
    var entryCount: Int { heap.count }

    /// Adds a callback; `deadline` is in nanoseconds of the monotonic clock.
    mutating func schedule(at deadline: Int64, _ perform: @escaping () -> Void) -> ZMQTimer {
        let timer = ZMQTimer(id: nextID)
        nextID += 1
        callbacks[timer.id] = perform
        heap.append(Entry(deadline: deadline, id: timer.id))
        siftUp(heap.count - 1)
        return timer
    }

    /// Takes a callback out and returns it, so that it is not released during this change of the queue.
    mutating func cancel(_ timer: ZMQTimer) -> (() -> Void)? {
        guard let perform = callbacks.removeValue(forKey: timer.id) else { return nil }
        if heap.count > 2 * callbacks.count + 64 {
            heap.removeAll { callbacks[$0.id] == nil }
            // A sorted array is a heap.
            heap.sort { $0.isBefore($1) }
        }
        return perform
    }

    mutating func removeAll() {
        heap = []
        callbacks = [:]
    }

    /// The earliest deadline of a timer that still counts.
    mutating func nextDeadline() -> Int64? {
        while let first = heap.first {
            if callbacks[first.id] != nil {
                return first.deadline
            }
            removeFirst()
        }
        return nil
    }

    /// Removes and returns the earliest callback if its deadline has come.
    mutating func popDue(at now: Int64) -> (() -> Void)? {
        guard let deadline = nextDeadline(), deadline <= now else { return nil }
        return callbacks.removeValue(forKey: removeFirst().id)
    }

    @discardableResult
    private mutating func removeFirst() -> Entry {
        heap.swapAt(0, heap.count - 1)
        let first = heap.removeLast()
        siftDown(0)
        return first
    }

    private mutating func siftUp(_ start: Int) {
        var child = start
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].isBefore(heap[parent]) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    private mutating func siftDown(_ start: Int) {
        var parent = start
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child].isBefore(heap[least])
            {
                least = child
            }
            guard least != parent else { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
