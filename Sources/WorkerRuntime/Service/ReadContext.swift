/// What a read sees.
public struct ReadContext<State> {
    /// The state with everything accepted so far.
    public let state: State
    /// The moment of the turn, in milliseconds since 1970-01-01 UTC.
    public let time: Int
}
