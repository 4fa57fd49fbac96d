import CSQLite
import Dispatch
import Glibc
internal import Synchronization

/// A thread that does one kind of work whenever it is asked to, and lets others go first.
///
/// None of libdispatch's: niceness belongs to the thread, an ordinary process cannot take it back, and such a thread does
/// other work afterwards.
final class BackgroundThread: Sendable {
    /// Where threads wait for a processor, one that is so much nicer gets a third of what the others get: sched(7).
    private static let niceness: Int32 = 5

    private let name: String
    private let work: @Sendable () -> Void
    private let requests = DispatchSemaphore(value: 0)
    private let end = DispatchSemaphore(value: 0)
    private let isEnding = Atomic(false)

    /// Starts the thread, which lives until ``finish()``.
    ///
    /// - Parameters:
    ///   - name: What tools call it; at most 15 bytes.
    ///   - work: What it does each time.
    /// - Throws: ``StorageError`` `failing` when the system has no thread to give.
    init(name: String, _ work: @escaping @Sendable () -> Void) throws(StorageError) {
        self.name = name
        self.work = work
        var thread = pthread_t()
        let argument = unsafe Unmanaged.passRetained(self)
        let result = unsafe pthread_create(
            &thread,
            nil,
            { argument in
                if let argument = unsafe argument {
                    unsafe Unmanaged<BackgroundThread>.fromOpaque(argument).takeRetainedValue().run()
                }
                return nil
            },
            unsafe argument.toOpaque()
        )
        guard result == 0 else {
            unsafe argument.release()
            throw StorageError(
                .failing,
                unsafe "there is no thread for the \(name): \(String(cString: strerror(result)))"
            )
        }
        pthread_detach(thread)
    }

    /// Has the work done, soon; from any thread.
    func request() { requests.signal() }

    /// Ends the thread, and waits for the work under way; what was only requested may stay undone.
    ///
    /// Once: nothing may be requested afterwards.
    func finish() {
        isEnding.store(true, ordering: .releasing)
        requests.signal()
        end.wait()
    }

    private func run() {
        unsafe csqlite_step_back(name, Self.niceness)
        requests.wait()
        while !isEnding.load(ordering: .acquiring) {
            work()
            requests.wait()
        }
        end.signal()
    }
}
