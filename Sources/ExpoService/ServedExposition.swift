/// What is served, and since when.
struct ServedExposition {
    /// The data; all of it was read together.
    let exposition: Exposition
    /// The position of the event that announced it; 0 when none ever did.
    ///
    /// Every event of this service's stream announces data, so the next one has the next number.
    let position: Int
}
