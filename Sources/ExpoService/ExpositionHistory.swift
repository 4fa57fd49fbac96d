/// Remembers which expositions the journal may stand for.
///
/// The data are not in the journal, only the event that announced them. When the commit of that event fails, the engine
/// asks for the state anew once the store works again, and the store alone knows whether the event is in it.
final class ExpositionHistory {
    private var candidates: [ServedExposition] = []

    /// Notes both sides of a reload before it is committed.
    func willReplace(_ old: ServedExposition, by new: ServedExposition) {
        candidates = [old, new]
    }

    /// The exposition that was announced at a position; `nil` when nothing has been read since the start.
    func served(at position: Int) -> ServedExposition? {
        candidates.first { $0.position == position }
    }
}
