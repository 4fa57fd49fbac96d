internal import Messages
internal import Synchronization

/// Writes the events of all services, one at a time, until there are enough.
final class WatchPrinter: Sendable {
    private let session: Session
    /// How many are still to come; `nil` for no end.
    private let left: Mutex<Int?>

    init(_ session: Session, count: Int?) {
        self.session = session
        left = Mutex(count)
    }

    /// Writes an event at once.
    ///
    /// - Returns: Whether more are wanted.
    func show(_ event: CloudEvent) throws(OutputError) -> Bool {
        // Held while writing: lines of two services must not mix, and no event follows the last one.
        try left.withLock { left throws(OutputError) in
            guard left != 0 else { return false }
            if session.settings.isJSON {
                try session.output.write(bytes: event.json)
            } else {
                try session.output.write(EventLine.text(event, session.texts, session.output.palette))
            }
            left = left.map { $0 - 1 }
            return left != 0
        }
    }
}
