/// What happened to a channel's connection.
enum ConnectionChange {
    /// Messages can flow.
    case up
    /// It is lost, with what was on its way.
    case down
}
