import ExpoDomain
import Messages

extension ExpoPoster {
    /// The poster with its lines of a screen.
    init(_ poster: Poster) {
        let lines = FormattedPoster(poster)
        self.init(
            formatted: Formatted(
                title: lines.title,
                visitors: lines.visitors,
                location: lines.location,
                duration: lines.duration
            )
        )
        title = poster.title
        visitors = poster.visitors
        location = poster.location
        duration = poster.duration
        description = poster.description
        englishTitle = poster.englishTitle
        englishLocation = poster.englishLocation
        englishDescription = poster.englishDescription
    }
}
