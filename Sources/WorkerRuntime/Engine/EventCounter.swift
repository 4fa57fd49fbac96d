/// A count that a method of the table keeps, which is made before the statistics are used.
final class EventCounter {
    /// How many.
    var events = 0
}
