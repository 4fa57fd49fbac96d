import GRDB

/// What a store says about itself, and the two positions its rows are counted from.
struct JournalMeta {
    var epoch: String
    var service: String
    /// The last row, and its event position, that has been pruned: the first row follows.
    var prunedEntry = 0
    var prunedSequence = 0
    /// The row, and its event position, at which the levels' base columns stand: later rows add up to the difference.
    var baseEntry = 0
    var baseSequence = 0

    init(epoch: String, service: String) {
        self.epoch = epoch
        self.service = service
    }

    /// Reads it; `nil` when something is missing or of a wrong type.
    init?(_ database: Database) throws {
        let rows = try Row.fetchAll(database, sql: "SELECT name, value FROM meta")
        let values = Dictionary(rows.map { ($0[0] as String, $0[1] as DatabaseValue) }) { first, _ in first }
        func text(_ name: String) -> String? { values[name].flatMap { String.fromDatabaseValue($0) } }
        func integer(_ name: String) -> Int? { values[name].flatMap { Int.fromDatabaseValue($0) } }
        guard let epoch = text("epoch"), epoch.utf8.count == 36, let service = text("service"),
            let prunedEntry = integer("pruned_number"), let prunedSequence = integer("pruned_sequence"),
            let baseEntry = integer("base_number"), let baseSequence = integer("base_sequence")
        else { return nil }
        self.epoch = epoch
        self.service = service
        self.prunedEntry = prunedEntry
        self.prunedSequence = prunedSequence
        self.baseEntry = baseEntry
        self.baseSequence = baseSequence
    }

    /// Writes it, inside the caller's transaction.
    func save(_ database: Database) throws {
        let values: [(name: String, value: any DatabaseValueConvertible)] = [
            ("epoch", epoch), ("service", service), ("schema", JournalSchema.migrator.migrations.count),
            ("pruned_number", prunedEntry), ("pruned_sequence", prunedSequence),
            ("base_number", baseEntry), ("base_sequence", baseSequence),
        ]
        for (name, value) in values {
            try database.execute(
                sql:
                    "INSERT INTO meta(name, value) VALUES (?, ?) ON CONFLICT(name) DO UPDATE SET value = excluded.value",
                arguments: [name, value]
            )
        }
    }
}
