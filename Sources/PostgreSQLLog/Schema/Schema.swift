internal import ReplicatedLog

/// The tables of the log, version by version.
enum Schema {
    /// The version that this program reads and writes.
    static let version = steps.count

    /// What makes each version of the one before; from 1 on.
    ///
    /// A step that has been released is never changed.
    static let steps = [
        """
        CREATE TABLE jangteo.stream (
            name text PRIMARY KEY,
            epoch text NOT NULL,
            made timestamptz NOT NULL DEFAULT clock_timestamp()
        );
        CREATE TABLE jangteo.log (
            stream text NOT NULL,
            position int8 NOT NULL CHECK (position > 0),
            term int8 NOT NULL CHECK (term > 0),
            writer text NOT NULL,
            payload bytea NOT NULL,
            checksum bytea NOT NULL,
            PRIMARY KEY (stream, position)
        );
        -- Compressing a payload costs the server more time than writing it does.
        ALTER TABLE jangteo.log ALTER COLUMN payload SET STORAGE EXTERNAL;
        CREATE TABLE jangteo.lease (
            stream text PRIMARY KEY,
            term int8 NOT NULL CHECK (term > 0),
            holder text,
            endpoints text NOT NULL,
            expires timestamptz NOT NULL
        );
        CREATE TABLE jangteo.snapshot (
            stream text NOT NULL,
            position int8 NOT NULL,
            writer text NOT NULL,
            format int8 NOT NULL,
            parts int8 NOT NULL,
            bytes int8 NOT NULL,
            checksum bytea NOT NULL,
            made timestamptz NOT NULL DEFAULT clock_timestamp(),
            PRIMARY KEY (stream, position, writer)
        );
        CREATE TABLE jangteo.snapshot_part (
            stream text NOT NULL,
            position int8 NOT NULL,
            writer text NOT NULL,
            number int8 NOT NULL CHECK (number > 0),
            bytes bytea NOT NULL,
            checksum bytea NOT NULL,
            PRIMARY KEY (stream, position, writer, number)
        );
        ALTER TABLE jangteo.snapshot_part ALTER COLUMN bytes SET STORAGE EXTERNAL;
        CREATE TABLE jangteo.blob (hash bytea PRIMARY KEY, bytes bytea NOT NULL);
        ALTER TABLE jangteo.blob ALTER COLUMN bytes SET STORAGE EXTERNAL;
        """
    ]

    /// What a worker's role needs, and no more: it can neither change a row nor the tables. (FOR SHARE takes the right to
    /// UPDATE, which the lease has anyway.)
    static func grants(to role: String) -> String {
        let role = "\"" + role.replacing("\"", with: "\"\"") + "\""
        return """
            GRANT USAGE ON SCHEMA jangteo TO \(role);
            GRANT SELECT ON jangteo.schema_version TO \(role);
            GRANT SELECT, INSERT ON jangteo.stream TO \(role);
            GRANT SELECT, INSERT, DELETE ON jangteo.log, jangteo.snapshot, jangteo.snapshot_part TO \(role);
            GRANT SELECT, INSERT, UPDATE ON jangteo.lease TO \(role);
            GRANT SELECT, INSERT ON jangteo.blob TO \(role);
            """
    }

    private static let versionStatement = Statement(
        "version",
        "SELECT coalesce(max(version), 0) FROM jangteo.schema_version"
    )

    /// Refuses a database whose schema is not of this version.
    static func require(over connection: ServerConnection, _ done: @escaping (Result<Void, LogError>) -> Void) {
        connection.run(versionStatement, []) { outcome in
            done(Result { () throws(LogError) in try check(Self.found(try outcome.rows())) })
        }
    }

    /// Refuses a version that is newer than this program.
    ///
    /// - Throws: ``LogError`` with `newerSchema`.
    static func refuseNewer(_ found: Int) throws(LogError) {
        guard found <= version else {
            throw LogError(
                .newerSchema,
                "The schema jangteo has version \(found), and this program knows up to \(version)"
            )
        }
    }

    private static func found(_ rows: ResultRows) -> Int { rows.integer(0, 0) }

    private static func check(_ found: Int) throws(LogError) {
        try refuseNewer(found)
        guard found == version else {
            throw LogError(.missingSchema, "The schema jangteo has version \(found), and this program needs \(version)")
        }
    }
}
