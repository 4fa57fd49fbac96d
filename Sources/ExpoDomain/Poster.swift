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
}

extension Poster {
    /// One of which nothing is known yet.
    package static let empty = Poster()
}

/// The lines of a poster as a screen shows them.
///
/// A line is `nil` when its property is missing; a screen shows an empty text for it.
package struct FormattedPoster: Hashable, Sendable {
    /// The title, with a line break before each `(`.
    package let title: String?
    /// The number of visitors with its label, such as `방문객 : 48,130,300 명`.
    package let visitors: String?
    /// The location with its label, such as `개최지 : 프랑스 파리`.
    package let location: String?
    /// The duration with its label, such as `개최 기간 : 1900. 04. 14 - 1900. 11. 12`.
    package let duration: String?

    package init(_ poster: Poster) {
        title = poster.title.map(Self.broken)
        visitors = poster.visitors.map { "방문객 : \(Self.grouped($0)) 명" }
        location = poster.location.map { "개최지 : \($0)" }
        duration = poster.duration.map { "개최 기간 : \($0)" }
    }

    /// Breaks the line before each `(` that does not begin one already; blanks do not hang at the end of a line.
    private static func broken(_ title: String) -> String {
        var lines = ""
        for character in title {
            if character == "(" {
                while let last = lines.last, last.isWhitespace, !last.isNewline {
                    lines.removeLast()
                }
                if let last = lines.last, !last.isNewline {
                    lines.append("\n")
                }
            }
            lines.append(character)
        }
        return lines
    }

    /// Writes a number with a comma between thousands.
    private static func grouped(_ number: Int) -> String {
        // The magnitude, because the least Int has no positive counterpart.
        let digits = String(number.magnitude)
        var text = number < 0 ? "-" : ""
        for (offset, digit) in digits.enumerated() {
            if offset > 0, (digits.count - offset).isMultiple(of: 3) {
                text.append(",")
            }
            text.append(digit)
        }
        return text
    }
}
