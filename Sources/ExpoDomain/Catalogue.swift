/// The exhibits of an exposition: numbered, searchable, and read in pages.
///
/// A catalogue never changes. To serve new data, make a new one and replace the old one by it.
package struct Catalogue: Sendable {
    /// How many entries a page may be asked to hold.
    package static let limits = 1...100
    /// How many entries a page holds when nobody asks otherwise.
    package static let defaultLimit = 20
    /// The longest text to search for, in Unicode scalars.
    package static let maxSearchLength = 200

    /// Every entry, in the order of the data, numbered from 1.
    package let entries: [CatalogueEntry]

    private let positionsByName: [String: Int]
    private let positionsByImageName: [String: Int]
    private let index: SearchIndex

    /// Makes a catalogue and prepares it for searching.
    ///
    /// - Parameter exhibits: What is served, in order. Names may be missing and may occur twice.
    package init(_ exhibits: [Exhibit]) {
        entries = exhibits.enumerated().map { CatalogueEntry(number: $0.offset + 1, exhibit: $0.element) }
        positionsByName = Self.firstPositions(exhibits.map(\.name))
        positionsByImageName = Self.firstPositions(exhibits.map(\.imageName))
        index = SearchIndex(
            exhibits.map {
                [
                    $0.name, $0.shortDescription, $0.description,
                    $0.englishName, $0.englishShortDescription, $0.englishDescription,
                ].compactMap(\.self)
            }
        )
    }

    /// Returns the next entries that contain a text.
    ///
    /// The text is looked for in the names, short descriptions and descriptions, Korean and English, without regard to
    /// upper and lower case and to full and half width. It has to occur within one of them, as whole characters.
    ///
    /// - Parameters:
    ///   - search: What to look for, at most ``maxSearchLength`` scalars. Blanks around it do not count; an empty text
    ///     finds every entry.
    ///   - after: The number of the last entry already seen, from 0; see ``CataloguePage/next``.
    ///   - limit: The most entries to return, within ``limits``.
    /// - Returns: The entries found, and where to go on.
    /// - Throws: ``ExpoError`` with code `searchTooLong`, `cursorOutOfRange` or `limitOutOfRange`.
    package func page(
        search: String = "",
        after: Int = 0,
        limit: Int = Self.defaultLimit
    ) throws(ExpoError) -> CataloguePage {
        guard Self.limits.contains(limit) else {
            throw ExpoError(
                .limitOutOfRange,
                "A page holds \(Self.limits.lowerBound) to \(Self.limits.upperBound) entries, not \(limit)."
            )
        }
        guard after >= 0 else {
            throw ExpoError(.cursorOutOfRange, "A page begins after an entry's number or after 0, not after \(after).")
        }
        guard search.unicodeScalars.count <= Self.maxSearchLength else {
            throw ExpoError(.searchTooLong, "The text to search for is longer than \(Self.maxSearchLength) characters.")
        }

        let pattern = index.pattern(search)
        var found: [CatalogueEntry] = []
        for position in entries.indices.dropFirst(after) where index.contains(pattern, at: position) {
            // One more than fits says that there is a next page.
            guard found.count < limit else {
                return CataloguePage(entries: found, next: found.last?.number)
            }
            found.append(entries[position])
        }
        return CataloguePage(entries: found, next: nil)
    }

    /// Returns one entry.
    ///
    /// - Parameter key: Which one. Texts have to match whole, in composed or decomposed form.
    /// - Returns: The entry.
    /// - Throws: ``ExpoError`` with code `unknownEntry`, or `numberOutOfRange` for a number below 1.
    package func entry(_ key: EntryKey) throws(ExpoError) -> CatalogueEntry {
        switch key {
        case .name(let name):
            guard let position = positionsByName[name] else {
                throw ExpoError(.unknownEntry, "No entry has this name.")
            }
            return entries[position]
        case .imageName(let imageName):
            guard let position = positionsByImageName[imageName] else {
                throw ExpoError(.unknownEntry, "No entry has this image name.")
            }
            return entries[position]
        case .number(let number):
            guard number >= 1 else {
                throw ExpoError(.numberOutOfRange, "Entries are numbered from 1, so none is number \(number).")
            }
            guard number <= entries.count else {
                throw ExpoError(.unknownEntry, "No entry is number \(number); there are \(entries.count).")
            }
            return entries[number - 1]
        }
    }

    private static func firstPositions(_ names: [String?]) -> [String: Int] {
        var positions: [String: Int] = [:]
        for (position, name) in names.enumerated() {
            if let name, positions[name] == nil {
                positions[name] = position
            }
        }
        return positions
    }
}

/// A part of the catalogue, in the order of its numbers.
package struct CataloguePage: Hashable, Sendable {
    /// The entries of this page; empty when nothing is left.
    package let entries: [CatalogueEntry]
    /// What to give as `after` to get the page that follows, or `nil` when this one is the last.
    ///
    /// It is the number of this page's last entry, so it stays meaningful when the search changes. After the data
    /// have been reloaded the same number may be another entry: a reader who has to see every entry starts again.
    package let next: Int?
}
