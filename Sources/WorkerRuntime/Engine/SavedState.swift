/// What to go back to when a commit fails.
struct SavedState<State> {
    let state: State
    let head: StreamHead
    /// The time of the whole batch, in milliseconds since 1970-01-01 UTC.
    let time: Int
}
