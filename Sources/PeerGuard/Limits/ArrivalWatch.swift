internal import Glibc
internal import Logging
internal import Platform
internal import Synchronization
internal import WorkerEngine

/// Stops new connections over ipc while the process cannot take them.
///
/// That is so while too many files are open: libzmq 4.3.4 aborts the process when none is left (`ipc_listener.cpp`,
/// EMFILE). It is so while the node's thread does not get to see those that have come: libzmq does its share of the
/// work for each on that thread, in one go, and the more wait the longer each takes. It is so while that thread does
/// not get through what they asked for: the next would wait behind all of it. And it is so while memory grows by what
/// clients leave behind who connect, ask and go.
///
/// So this has a thread of its own, which sleeps while nobody connects. It renames the socket's file: nobody can
/// connect to a path that is not there, connections that exist stay, and clients try again.
final class ArrivalWatch: Sendable {
    private struct State {
        /// The listening descriptors by the paths that they are bound to.
        var listening: [String: CInt] = [:]
        var areHidden = false
        var hasThread = false
        var isEnded = false
        /// Since when connections have been coming without the node's thread seeing any, and how many files were open
        /// then.
        var unseenSince: (time: UInt64, files: Int)?
        /// Since when the node's thread has been reading what they asked for, without an end.
        var readingSince: UInt64?
        var hiddenSince: UInt64 = 0
        /// When nobody is to come, whatever else there is room for.
        var holds = ArrivalHolds()
        /// When the log was written last.
        var told: UInt64 = 0
    }

    /// Milliseconds between two looks while connections come, or while the files are hidden.
    private static let interval: Int32 = 2
    /// Nanoseconds that those who have come, or what they asked for, may be unseen, and how many they may be.
    private static let maximumUnseenTime: UInt64 = 20_000_000
    private static let maximumUnseen = 16
    /// Nanoseconds for which the files are hidden at the most because of that.
    private static let maximumHiddenTime: UInt64 = 1_000_000_000
    /// Nanoseconds in which at most one line is written.
    private static let logInterval: UInt64 = 10_000_000_000

    private let maximumFiles: Int
    private let log: Logger
    private let state = Mutex(State())
    /// Ends the thread's wait.
    private let wakeup = Wakeup()

    /// - Parameters:
    ///   - files: How many the process may have open; new connections over ipc stop at three quarters of them.
    ///   - log: Where it is logged that they do.
    init(files: Int, log: Logger) {
        maximumFiles = files / 4 * 3
        self.log = log
    }

    /// A socket listens at a path.
    func watch(_ path: String, descriptor: CInt) {
        let needsThread = state.withLock { state in
            state.listening[path] = descriptor
            if state.areHidden { rename(path, Self.hidden(path)) }
            defer { state.hasThread = true }
            return !state.hasThread && !state.isEnded
        }
        wakeup.signal()
        guard needsThread else { return }
        do throws(ThreadError) {
            // It blocks, so it cannot be one of a pool. It ends by itself after ``end()``.
            _ = try NamedThread(name: "arrival watch") { self.run() }
        } catch {
            log.error("connections over ipc are not held back: \(error)")
        }
    }

    /// A socket no longer listens at a path.
    func forget(_ path: String) {
        state.withLock { state in
            if state.listening.removeValue(forKey: path) != nil { unlink(Self.hidden(path)) }
        }
        wakeup.signal()
    }

    /// The node's thread has seen what happened to connections.
    func sawConnections() {
        state.withLock { $0.unseenSince = nil }
    }

    /// The node's thread reads what was asked for by those who have come, or has read all of it.
    func readsSubscriptions(toTheEnd: Bool) {
        state.withLock { $0.readingSince = toTheEnd ? nil : $0.readingSince ?? Moment.now().monotonic }
    }

    /// Lets nobody come for a moment, in which others are served.
    func hold() {
        state.withLock { $0.holds.ask(at: Moment.now().monotonic) }
        wakeup.signal()
    }

    /// Ends the watch; what is hidden is removed.
    func end() {
        state.withLock { state in
            for path in state.listening.keys { unlink(Self.hidden(path)) }
            state.listening = [:]
            state.isEnded = true
        }
        wakeup.signal()
    }

    // MARK: The thread

    private func run() {
        while true {
            let (descriptors, areHidden, isEnded) = state.withLock { state in
                (Array(state.listening.values), state.areHidden, state.isEnded)
            }
            guard !isEnded else { return }
            var items = [pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0)]
            if !areHidden { items += descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) } }
            // A pending connection ends the wait: libzmq accepts it, this only sees that it is there.
            if poll(&items, nfds_t(items.count), areHidden ? Self.interval : 0) == 0, !areHidden {
                // Nobody waits at the moment, so few have come before.
                sawConnections()
                _ = poll(&items, nfds_t(items.count), -1)
            }
            wakeup.clear()
            look(hasArrivals: items.dropFirst().contains { $0.revents != 0 })
            var nothing: [pollfd] = []
            _ = poll(&nothing, 0, Self.interval)
        }
    }

    private func look(hasArrivals: Bool) {
        let files = OpenFiles.count ?? 0
        let now = Moment.now().monotonic
        state.withLock { state in
            guard !state.isEnded else { return }
            if hasArrivals, state.unseenSince == nil { state.unseenSince = (now, files) }
            let isLate = { (since: UInt64) in now - min(now, since) > Self.maximumUnseenTime }
            let isBehind =
                state.unseenSince.map { isLate($0.time) || files - $0.files > Self.maximumUnseen } ?? false
                || state.readingSince.map(isLate) ?? false
            let isHeld = state.holds.isHeld(at: now)
            if !state.areHidden, files >= maximumFiles || isBehind || isHeld {
                state.areHidden = true
                state.hiddenSince = now
                for path in state.listening.keys { rename(path, Self.hidden(path)) }
                guard now - state.told >= Self.logInterval else { return }
                state.told = now
                let reason =
                    isHeld ? "memory grows" : isBehind ? "more come than can be seen to" : "too many files are open"
                log.warning("takes no connections over ipc for a moment: \(reason)", metadata: ["files": "\(files)"])
            } else if state.areHidden, !isHeld, files < maximumFiles - maximumFiles / 8,
                !isBehind || now - state.hiddenSince > Self.maximumHiddenTime
            {
                state.areHidden = false
                state.unseenSince = nil
                if state.readingSince != nil { state.readingSince = now }
                state.holds.opened(at: now)
                for path in state.listening.keys { rename(Self.hidden(path), path) }
            }
        }
    }

    private static func hidden(_ path: String) -> String { path + "~" }
}
