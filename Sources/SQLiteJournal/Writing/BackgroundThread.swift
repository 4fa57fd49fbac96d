import Dispatch
import Journal
import Platform
internal import Synchronization

/// A thread that does one kind of work whenever it is asked to, and lets others go first.
final class BackgroundThread: Sendable {
    /// Where threads wait for a processor, one that is so much nicer gets a third of what the others get: sched(7).
    private static let niceness: Int32 = 5

    private let requests = DispatchSemaphore(value: 0)
    private let isEnding = Atomic(false)
    private let thread = Mutex<NamedThread?>(nil)

    /// Starts the thread, which lives until ``finish()``.
    ///
    /// - Parameters:
    ///   - name: What tools call it; at most 15 bytes.
    ///   - work: What it does each time.
    /// - Throws: ``StorageError`` `failing` when the system has no thread to give.
    init(name: String, _ work: @escaping @Sendable () -> Void) throws(StorageError) {
        do throws(ThreadError) {
            let started = try NamedThread(name: name, niceness: Self.niceness) { [self] in run(work) }
            thread.withLock { $0 = started }
        } catch {
            throw StorageError(.failing, error.description)
        }
    }

    /// Does the work soon; from any thread.
    func request() { requests.signal() }

    /// Ends the thread, and waits for the work in progress; what was only requested may stay undone.
    ///
    /// Once: nothing may be requested afterwards.
    func finish() {
        isEnding.store(true, ordering: .releasing)
        requests.signal()
        thread.withLock { $0 }?.join()
    }

    private func run(_ work: () -> Void) {
        requests.wait()
        while !isEnding.load(ordering: .acquiring) {
            work()
            requests.wait()
        }
    }
}
