import ExpoDomain
import Messages

extension ExpoEntry {
    /// What a list shows of an entry.
    init(summaryOf entry: CatalogueEntry) {
        self.init(entry)
        description = nil
        englishDescription = nil
    }

    /// The whole entry.
    init(_ entry: CatalogueEntry) {
        self.init(number: entry.number, entry.exhibit)
    }

    /// An exhibit with the number it has or may get.
    init(number: Int, _ exhibit: Exhibit) {
        self.init(number: number)
        name = exhibit.name
        imageName = exhibit.imageName
        shortDescription = exhibit.shortDescription
        description = exhibit.description
        englishName = exhibit.englishName
        englishShortDescription = exhibit.englishShortDescription
        englishDescription = exhibit.englishDescription
    }
}
