import GRDB

/// The tables of a store, and how older stores become present ones.
enum JournalSchema {
    /// Marks a database file as ours, in SQLite's header: "JNGT".
    static let applicationID = 0x4A4E_4754

    /// The store's own steps, followed by those of the service's tables.
    static func migrator(with tables: TableSchema) -> DatabaseMigrator {
        var migrator = migrator
        for migration in tables.migrations {
            migrator.registerMigration("tables: \(migration.name)") { try $0.execute(sql: migration.sql) }
        }
        return migrator
    }

    /// Applied in order, each once.
    ///
    /// A store that knows more migrations than these is newer than this program.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 journal") { database in
            // Strict tables let the structural check find values of a wrong type too.
            try database.execute(
                sql: """
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
            )
            // `sequence` has no index: numbers and sequences rise together, so a bisection over the numbers finds a
            // position. The index of listed rows holds nothing of the others, and a row's number is in it by itself.
        }
        migrator.registerMigration("2 changed levels") { database in
            // Which levels differ from their base, so that neither moving the base nor checking what changed since has to
            // look at the others: a catalogue has a million.
            try database.execute(
                sql: "CREATE INDEX level_changed ON level(item) WHERE \(LevelChanges.condition)"
            )
        }
        migrator.registerMigration("3 keys of callers") { database in
            // Up to here nobody noted whose a key was. It is also what keeps older programs, which would not look for keys
            // where they are from here on, from using the store.
            try database.execute(
                sql: """
                    INSERT INTO meta(name, value)
                    VALUES ('unscoped_number', coalesce((SELECT max(number) FROM journal), 0))
                    """
            )
        }
        return migrator
    }
}
