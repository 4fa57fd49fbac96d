import ExpoDomain

/// Everything of one exposition, read together, and replaced together.
struct Exposition {
    /// What it says about itself.
    let poster: Poster
    /// Its exhibits.
    let catalogue: Catalogue
    /// The pictures of the poster and of the exhibits, as far as there are any.
    let pictures: [ImageName: Drawing]
    /// How many elements of the data were not usable.
    let skipped: Int
    /// What was wrong with single parts of the data, one line each.
    let warnings: [String]
}
