/// What an exposition says about itself.
///
/// Any property may be missing, because the data files of another exposition may leave it out. A missing property is
/// `nil` and is not the same as an empty text.
package struct Poster: Hashable, Sendable {
    /// The name of the exposition in Korean.
    package var title: String?
    /// How many people came.
    package var visitors: Int?
    /// Where it took place, in Korean.
    package var location: String?
    /// From which day to which day, as written in the data.
    package var duration: String?
    /// The story of the exposition in Korean; paragraphs are separated by an empty line.
    package var description: String?
    /// The name of the exposition in English.
    package var englishTitle: String?
    /// Where it took place, in English.
    package var englishLocation: String?
    /// The story of the exposition in English.
    package var englishDescription: String?

    /// Creates a poster; every property that is not given is missing.
    ///
    /// - Parameters:
    ///   - title: The name of the exposition in Korean.
    ///   - visitors: How many people came.
    ///   - location: Where it took place, in Korean.
    ///   - duration: From which day to which day.
    ///   - description: The story of the exposition in Korean.
    ///   - englishTitle: The name of the exposition in English.
    ///   - englishLocation: Where it took place, in English.
    ///   - englishDescription: The story of the exposition in English.
    package init(
        title: String? = nil,
        visitors: Int? = nil,
        location: String? = nil,
        duration: String? = nil,
        description: String? = nil,
        englishTitle: String? = nil,
        englishLocation: String? = nil,
        englishDescription: String? = nil
    ) {
        self.title = title
        self.visitors = visitors
        self.location = location
        self.duration = duration
        self.description = description
        self.englishTitle = englishTitle
        self.englishLocation = englishLocation
        self.englishDescription = englishDescription
    }
}
