/// What replays have done: kept by a method of the table, which is made before the engine is complete.
final class ReplayCounter {
    /// Events given out since the process started.
    var returned = 0
    /// Events looked at in this turn.
    var examinedInTurn = 0
}
