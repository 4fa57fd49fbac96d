import ExpoDomain

/// Everything of one exposition, read together, and replaced together.
struct Exposition {
    /// What it says about itself.
    let poster: Poster
    let catalogue: Catalogue
    /// The pictures of the poster and of the exhibits, as far as there are any.
    let pictures: [ImageName: Drawing]
    /// How many elements of the data were not usable.
    let skipped: Int
    /// What was wrong with single parts of the data, one line each.
    let warnings: [String]
}

/// What is served, and since when.
struct ServedExposition {
    /// The data; all of it was read together.
    let exposition: Exposition
    /// The position of the event that announced it; 0 when none ever did.
    ///
    /// Every event of this service's stream announces data, so the next one has the next number.
    let position: Int
}

/// Remembers which expositions the journal may stand for.
///
/// The data are not in the journal, only the event that announced them. When the commit of that event fails, the engine
/// asks for the state again once the store works again, and the store alone knows whether the event is in it.
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
