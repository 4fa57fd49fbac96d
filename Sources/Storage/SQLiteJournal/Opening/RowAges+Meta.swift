import GRDB

/// How the ages are kept in the store's description, under three names that older programs do not look at.
extension RowAges {
    /// Reads them; `values` is all of the description.
    init(_ values: [String: DatabaseValue]) throws(StorageError) {
        guard let elapsed = values["elapsed"] else {
            self.init()
            return
        }
        self.init(
            elapsed: try Self.count(Int.fromDatabaseValue(elapsed)),
            reading: try values["elapsed_at"].map { (value) throws(StorageError) in try Self.reading(value) },
            marks: try values["row_ages"].map { (value) throws(StorageError) in try Self.marks(value) } ?? []
        )
        for (mark, next) in zip(marks, marks.dropFirst()) where mark.row >= next.row || mark.elapsed > next.elapsed {
            throw Self.damage
        }
        guard marks.last?.elapsed ?? 0 <= self.elapsed else { throw Self.damage }
    }

    /// Writes them, inside the caller's transaction.
    func save(_ database: Database) throws {
        try JournalMeta.set("elapsed", elapsed, database)
        if let reading, let boot = reading.boot {
            try JournalMeta.set("elapsed_at", "\(boot) \(reading.milliseconds)", database)
        } else {
            // An older reading would count the time since then a second time.
            try database.execute(sql: "DELETE FROM meta WHERE name = 'elapsed_at'")
        }
        try JournalMeta.set(
            "row_ages",
            marks.map { "\($0.elapsed):\($0.row)" }.joined(separator: " "),
            database
        )
    }

    /// A boot's id and milliseconds, with a space between them.
    private static func reading(_ value: DatabaseValue) throws(StorageError) -> Reading {
        guard let text = String.fromDatabaseValue(value), let space = text.lastIndex(of: " ") else { throw damage }
        let milliseconds = try count(Int(text[text.index(after: space)...]))
        return Reading(boot: String(text[..<space]), milliseconds: milliseconds)
    }

    /// `elapsed:row` for each mark, with a space between two.
    private static func marks(_ value: DatabaseValue) throws(StorageError) -> [Mark] {
        guard let text = String.fromDatabaseValue(value) else { throw damage }
        var marks: [Mark] = []
        for mark in text.split(separator: " ") {
            let numbers = mark.split(separator: ":")
            guard numbers.count == 2 else { throw damage }
            marks.append(Mark(elapsed: try count(Int(numbers[0])), row: try count(Int(numbers[1]))))
        }
        return marks
    }

    private static func count(_ number: Int?) throws(StorageError) -> Int {
        guard let number else { throw damage }
        return try StoredCount.checked(number, "the age of its rows")
    }

    private static let damage = StorageError(.corrupt, "what it says of the age of its rows cannot be read")
}
