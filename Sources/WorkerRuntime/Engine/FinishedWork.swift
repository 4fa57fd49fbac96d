/// What follows on the owner's thread when work elsewhere is done.
package enum FinishedWork<State>: Sendable {
    /// A write is decided.
    case write(OffloadedWrite<State>.Decision)
    /// A read is answered.
    case read(OffloadedRead<State>.Conclusion)
}
