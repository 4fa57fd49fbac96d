import Journal
import SQLite

/// The tables of a store, and how older stores become present ones.
enum JournalSchema {
    /// Marks a database file as ours, in SQLite's header: "JNGT".
    static let applicationID = 0x4A4E_4754

    /// The store's own steps, applied in order, each once.
    static let steps = [
        // Strict tables let the structural check find values of a wrong type too.
        //
        // `sequence` has no index: numbers and sequences rise together, so a bisection over the numbers finds a position. The
        // index of listed rows holds nothing of the others, and a row's number is in it by itself.
        TableSchema.Migration(
            "1 journal",
            """
            CREATE TABLE meta(name TEXT PRIMARY KEY, value ANY NOT NULL) STRICT, WITHOUT ROWID;

            CREATE TABLE level(
                item TEXT PRIMARY KEY,
                quantity INTEGER NOT NULL,
                version INTEGER NOT NULL,
                sequence INTEGER,
                base_quantity INTEGER NOT NULL,
                base_version INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE journal(
                number INTEGER PRIMARY KEY,
                sequence INTEGER NOT NULL,
                time INTEGER NOT NULL,
                method TEXT NOT NULL,
                key TEXT,
                fingerprint BLOB,
                result BLOB NOT NULL,
                causationid TEXT,
                traceparent TEXT,
                events TEXT,
                listed INTEGER
            ) STRICT;

            CREATE UNIQUE INDEX journal_key ON journal(key) WHERE key IS NOT NULL;
            CREATE INDEX journal_listed ON journal(method) WHERE listed IS NOT NULL;
            """
        ),
        // Which levels differ from their base, so that neither moving the base nor checking what changed since has to look at
        // the others: a catalogue has a million.
        TableSchema.Migration(
            "2 changed levels",
            "CREATE INDEX level_changed ON level(item) WHERE \(LevelChanges.condition)"
        ),
        // Up to here nobody noted whose a key was. It is also what keeps older programs, which would not look for keys where
        // they are from here on, from using the store.
        TableSchema.Migration(
            "3 keys of callers",
            """
            INSERT INTO meta(name, value) VALUES ('unscoped_number', coalesce((SELECT max(number) FROM journal), 0))
            """
        ),
    ]

    /// Brings a store to the present schema, each step in a transaction of its own; one that is there already is only read.
    ///
    /// - Parameter tables: The service's own, whose steps follow the store's.
    static func migrate(_ database: Database, with tables: TableSchema) throws(StorageError) {
        let applied = try applied(database)
        let missing = steps(with: tables).filter { !applied.contains($0.name) }
        guard !missing.isEmpty else { return }
        try database.execute("CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        for step in missing {
            try database.transaction { () throws(StorageError) in
                let author: StatementAuthor = step.isOfLibrary ? .library : .migration
                try database.execute(step.sql, by: step.name.hasPrefix(tablesPrefix) ? author : .store)
                // Before it is durable: the same step without its fault must find the store as it was.
                _ = try CapturedTable.all(in: database)
                try database.change("INSERT INTO grdb_migrations(identifier) VALUES (?1)", [.text(step.name)])
            }
        }
    }

    /// Whether a store has all steps.
    static func isPresent(_ database: Database, with tables: TableSchema) throws(StorageError) -> Bool {
        try applied(database).isSuperset(of: steps(with: tables).map(\.name))
    }

    /// Whether a store knows other steps than these: it is newer than this program.
    static func isNewer(_ database: Database, than tables: TableSchema) throws(StorageError) -> Bool {
        try !applied(database).isSubset(of: steps(with: tables).map(\.name))
    }

    /// What the store calls the steps of a service's tables begins with this.
    private static let tablesPrefix = "tables: "

    private static func steps(with tables: TableSchema) -> [TableSchema.Migration] {
        steps
            + tables.migrations.map {
                TableSchema.Migration(tablesPrefix + $0.name, $0.sql, isOfLibrary: $0.isOfLibrary)
            }
    }

    /// The names of the steps that a store has, in a table with the name that every store has it under: see
    /// docs/decisions/0018-one-sqlite-wrapper.md.
    private static func applied(_ database: Database) throws(StorageError) -> Set<String> {
        let table = try database.integer("SELECT 1 FROM sqlite_master WHERE name = 'grdb_migrations'")
        guard table != nil else { return [] }
        return try database.query("SELECT identifier FROM grdb_migrations") { (row) throws(StorageError) in
            var names: Set<String> = []
            while try row.next() { names.insert(row.text(at: 0) ?? "") }
            return names
        }
    }
}
