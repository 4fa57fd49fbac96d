/// A log that its owner can wait for alone: in the middle of a commit, while nothing else of its thread goes on.
package protocol WaitableLog: ReplicatedLog {
    /// Waits until something has come about or the time is over; callbacks of this log are called meanwhile, of nothing else.
    ///
    /// Not to be called by one of them.
    func wait(for duration: Duration, until isDone: () -> Bool)

    /// Calls back once after some time, also while the log is waited for alone; never in this call.
    func schedule(after delay: Duration, _ perform: @escaping () -> Void)
}
