public import Messages

/// A bite of work that nobody waits for, such as removing files that are no longer needed.
public struct Chore<State>: Sendable {
    /// What follows from the work; called on the owner's thread.
    ///
    /// - Returns: Whether there is another chore to do soon.
    public typealias Conclusion = @Sendable (ReadContext<State>) throws(RPCError) -> Bool

    /// The work; it runs on any thread, beside requests, and may block for some tenths of a second.
    public let work: @Sendable () throws -> Conclusion

    /// Creates a chore.
    public init(work: @escaping @Sendable () throws -> Conclusion) {
        self.work = work
    }
}
