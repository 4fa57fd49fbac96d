/// What to go back to when a commit fails; an object for the reason that ``LiveState`` is one.
final class SavedState<State> {
    let state: State
    let head: StreamHead
    /// The time of the whole batch, in milliseconds since 1970-01-01 UTC.
    let time: Int

    init(state: State, head: StreamHead, time: Int) {
        self.state = state
        self.head = head
        self.time = time
    }
}
