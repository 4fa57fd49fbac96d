internal import Glibc
internal import Platform
internal import ZeroMQ

/// The descriptors and timers of a log: a part of its node's loop, which can also be waited for alone.
///
/// While ``run(for:until:)`` waits, nothing else of the node goes on, neither its sockets nor its timers: a caller in the
/// middle of a change needs that.
final class EventLoop {
    /// The name of one scheduled callback.
    struct Timer: Hashable { let id: Int }
    /// The name of one watched descriptor.
    struct Watch: Hashable { let id: Int }

    private struct Scheduled {
        let deadline: UInt64
        let perform: () -> Void
        var timer: ZMQTimer?
    }

    private struct Watched {
        let descriptor: CInt
        var readiness: ZMQReadiness
        let perform: (ZMQReadiness) -> Void
        var watch: ZMQWatch?
    }

    private let node: ZMQNode
    private var lastID = 0
    private var timers: [Int: Scheduled] = [:]
    private var watches: [Int: Watched] = [:]

    init(_ node: ZMQNode) { self.node = node }

    // MARK: Timers

    /// Calls back once, after some time; never in this call.
    @discardableResult
    func schedule(after delay: Duration, _ perform: @escaping () -> Void) -> Timer {
        lastID += 1
        let id = lastID
        let deadline = SystemClock.monotonic + UInt64(max(0, delay.nanoseconds))
        timers[id] = Scheduled(deadline: deadline, perform: perform)
        timers[id]?.timer = node.schedule(after: delay) { [self] in call(Timer(id: id)) }
        return Timer(id: id)
    }

    /// Drops a timer's callback; does nothing if it was called or cancelled already.
    func cancel(_ timer: Timer) {
        guard let timer = timers.removeValue(forKey: timer.id)?.timer else { return }
        node.cancel(timer)
    }

    private func call(_ timer: Timer) {
        guard let scheduled = timers[timer.id] else { return }
        cancel(timer)
        scheduled.perform()
    }

    // MARK: Descriptors

    /// Calls back whenever a descriptor is ready.
    ///
    /// End the watch before the descriptor is closed.
    func watch(
        _ descriptor: CInt,
        for readiness: ZMQReadiness,
        perform: @escaping (ZMQReadiness) -> Void
    ) -> Watch {
        lastID += 1
        watches[lastID] = Watched(descriptor: descriptor, readiness: readiness, perform: perform)
        watches[lastID]?.watch = node.watch(descriptor, for: readiness, perform: perform)
        return Watch(id: lastID)
    }

    /// Waits for something else from now on.
    func change(_ watch: Watch, to readiness: ZMQReadiness) {
        guard let watched = watches[watch.id]?.watch else { return }
        watches[watch.id]?.readiness = readiness
        node.change(watched, to: readiness)
    }

    /// Ends a watch; its callback is not called any more.
    func end(_ watch: Watch) {
        guard let watched = watches.removeValue(forKey: watch.id)?.watch else { return }
        node.end(watched)
    }

    // MARK: Waiting alone

    /// Waits, and calls back for what becomes ready, until something has come about or the time is over.
    func run(for duration: Duration, until isDone: () -> Bool) {
        let end = SuspendingClock.now + duration
        while !isDone() {
            let left = end - SuspendingClock.now
            guard left > .zero else { return }
            let wait = min(left, timeToNextTimer ?? left)
            // Rounded up: a wait that ends just before the moment would be followed by another.
            poll(milliseconds: CInt(clamping: Int64(wait / .milliseconds(1)) + 1))
            callDue()
        }
    }

    private var timeToNextTimer: Duration? {
        timers.values.map(\.deadline).min().map {
            .nanoseconds(max(0, Int64($0) - Int64(SystemClock.monotonic)))
        }
    }

    private func callDue() {
        // One look at the clock: what schedules itself at once comes in the next turn.
        let now = SystemClock.monotonic
        let due = timers.filter { $0.value.deadline <= now }.sorted {
            ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key)
        }
        for (id, _) in due { call(Timer(id: id)) }
    }

    private func poll(milliseconds: CInt) {
        let watched = Array(watches)
        var polled = watched.map { pollfd(fd: $0.value.descriptor, events: $0.value.readiness.events, revents: 0) }
        guard unsafe Glibc.poll(&polled, nfds_t(polled.count), milliseconds) > 0 else { return }
        for (entry, result) in zip(watched, polled) where result.revents != 0 {
            // Looked up one by one: an earlier callback may have ended this watch.
            guard let current = watches[entry.key] else { continue }
            let ready = ZMQReadiness(result.revents).intersection(current.readiness)
            if !ready.isEmpty { current.perform(ready) }
        }
    }
}

extension ZMQReadiness {
    fileprivate var events: CShort {
        CShort((contains(.readable) ? POLLIN : 0) | (contains(.writable) ? POLLOUT : 0))
    }

    /// A descriptor that has failed counts as ready for everything: the next call on it tells why.
    fileprivate init(_ events: CShort) {
        let events = CInt(events)
        let hasFailed = events & (POLLERR | POLLHUP | POLLNVAL) != 0
        self = []
        if hasFailed || events & POLLIN != 0 { insert(.readable) }
        if hasFailed || events & POLLOUT != 0 { insert(.writable) }
    }
}
