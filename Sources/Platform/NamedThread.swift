internal import Glibc
internal import Synchronization
internal import SystemPackage

/// A thread of its own for work that blocks or lasts, under a name that tools show.
///
/// None of libdispatch's: those are shared, so nothing may block on them for long, and niceness stays with the thread.
package final class NamedThread: Sendable {
    /// What the new thread runs, and how.
    private final class Start {
        private let name: String
        private let niceness: CInt
        private let work: @Sendable () -> Void

        init(_ name: String, niceness: CInt, work: @escaping @Sendable () -> Void) {
            (self.name, self.niceness, self.work) = (name, niceness, work)
        }

        func run() {
            NamedThread.block([SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGCHLD, SIGALRM])
            NamedThread.name(name)
            // Of this thread alone, on Linux, which cuts it off at 19. Counted from the first thread's, which has what the
            // process was started with. Where it is refused, the thread is as good as any.
            if niceness != 0 {
                let process = __priority_which_t(PRIO_PROCESS.rawValue)
                setpriority(process, 0, getpriority(process, id_t(getpid())) + niceness)
            }
            work()
        }
    }

    private let thread: pthread_t
    private let isJoined = Atomic(false)

    /// Starts the thread.
    ///
    /// It takes none of the signals that are for the process; faults stay its own.
    ///
    /// - Parameters:
    ///   - name: What tools call it; what is over 15 bytes is cut off.
    ///   - niceness: How far it steps back behind the process's other threads: sched(7).
    ///   - work: What it does; at the end of it the thread ends.
    /// - Throws: ``ThreadError`` when the system has no thread to give.
    package init(name: String, niceness: Int32 = 0, _ work: @escaping @Sendable () -> Void) throws(ThreadError) {
        var thread = pthread_t()
        let start = unsafe Unmanaged.passRetained(Start(name, niceness: niceness, work: work))
        let result = unsafe pthread_create(
            &thread,
            nil,
            { argument in
                if let argument = unsafe argument {
                    unsafe Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().run()
                }
                return nil
            },
            unsafe start.toOpaque()
        )
        guard result == 0 else {
            unsafe start.release()
            throw ThreadError(name: name, reason: "\(Errno(rawValue: result))")
        }
        self.thread = thread
    }

    deinit {
        if !isJoined.load(ordering: .relaxed) { pthread_detach(thread) }
    }

    /// Waits for the thread's end; once.
    package func join() {
        guard !isJoined.exchange(true, ordering: .relaxed) else { return }
        pthread_join(thread, nil)
    }

    private static func block(_ signals: [CInt]) {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for signal in signals { unsafe sigaddset(&set, signal) }
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// As pthread_setname_np does, which Swift does not see: proc(5).
    private static func name(_ name: String) {
        guard
            let file = try? FileDescriptor.open(FilePath("/proc/thread-self/comm"), .writeOnly, options: [.closeOnExec])
        else { return }
        defer { close(file.rawValue) }
        _ = try? file.writeAll(name.utf8.prefix(15))
    }
}

/// That there is no thread for a purpose, and why.
package struct ThreadError: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String

    init(name: String, reason: String) { description = "there is no thread for the \(name): \(reason)" }
}
