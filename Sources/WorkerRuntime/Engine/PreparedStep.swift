/// What follows on the owner's thread when work elsewhere is done.
package enum PreparedStep<State>: Sendable {
    /// A write is decided.
    case write(Preparation<State>.Decision)
    /// A read is answered.
    case read(Deferral<State>.Conclusion)
}
