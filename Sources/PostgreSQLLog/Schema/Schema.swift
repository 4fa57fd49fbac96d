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
        """,
        """
        -- Who may write which streams; '' stands for all.
        CREATE TABLE jangteo.stream_right (role name NOT NULL, stream text NOT NULL, PRIMARY KEY (role, stream));
        -- Who could write until now could write all.
        INSERT INTO jangteo.stream_right SELECT DISTINCT r.rolname, ''
            FROM pg_class c CROSS JOIN aclexplode(c.relacl) a JOIN pg_roles r ON r.oid = a.grantee
            WHERE c.oid = 'jangteo.log'::regclass AND a.privilege_type = 'INSERT' AND a.grantee <> c.relowner;
        -- Of a role that was dropped nothing is left; a view reads the table with the rights of its owner.
        CREATE VIEW jangteo.own_stream AS SELECT stream FROM jangteo.stream_right
            WHERE pg_has_role(to_regrole(quote_ident(role))::oid, 'MEMBER');
        GRANT SELECT ON jangteo.own_stream TO PUBLIC;
        ALTER TABLE jangteo.stream ENABLE ROW LEVEL SECURITY;
        ALTER TABLE jangteo.log ENABLE ROW LEVEL SECURITY;
        ALTER TABLE jangteo.lease ENABLE ROW LEVEL SECURITY;
        ALTER TABLE jangteo.snapshot ENABLE ROW LEVEL SECURITY;
        ALTER TABLE jangteo.snapshot_part ENABLE ROW LEVEL SECURITY;
        CREATE POLICY own ON jangteo.stream USING (\(ownStream("name")));
        CREATE POLICY own ON jangteo.lease USING (\(ownStream("stream")));
        CREATE POLICY own ON jangteo.snapshot USING (\(ownStream("stream")));
        CREATE POLICY own ON jangteo.snapshot_part USING (\(ownStream("stream")));
        CREATE POLICY own_read ON jangteo.log FOR SELECT USING (\(ownStream("stream")));
        CREATE POLICY own_append ON jangteo.log FOR INSERT WITH CHECK (\(ownStream("stream")));
        CREATE POLICY own_prune ON jangteo.log FOR DELETE USING (\(ownStream("stream")) AND position <=
            (SELECT max(s.position) FROM jangteo.snapshot s WHERE s.stream = log.stream));
        -- Blobs that are there already are compared when they are read; to read all of them now could take hours.
        ALTER TABLE jangteo.blob ADD CONSTRAINT blob_hash CHECK (hash = sha256(bytes)) NOT VALID;
        DO $$ BEGIN IF NOT EXISTS (SELECT FROM jangteo.blob) THEN
            ALTER TABLE jangteo.blob VALIDATE CONSTRAINT blob_hash; END IF; END $$;
        """,
        """
        -- Why the stream is halted: what the database has lost, as somebody has found; NULL where nobody has.
        ALTER TABLE jangteo.lease ADD COLUMN halted text;
        """,
    ]

    /// Whether a row is of a stream that the present role may write; asked once for a statement, not for each row.
    private static func ownStream(_ column: String) -> String {
        """
        (\(column) IN (SELECT o.stream FROM jangteo.own_stream o)
            OR EXISTS (SELECT FROM jangteo.own_stream o WHERE o.stream = ''))
        """
    }

    /// What a worker's role needs, and no more: it can neither change a row nor the tables, nor what is of other streams. (FOR
    /// SHARE takes the right to UPDATE, which the lease has anyway.)
    ///
    /// - Parameters:
    ///   - role: Its name.
    ///   - streams: Those that it may write from now on; none for all.
    static func grants(to role: String, for streams: [String]) -> String {
        func quoted(_ text: String, by quote: String) -> String {
            quote + text.replacing(quote, with: quote + quote) + quote
        }
        let name = quoted(role, by: "'")
        let role = quoted(role, by: "\"")
        let rights = (streams.isEmpty ? [""] : streams).map { "(\(name), \(quoted($0, by: "'")))" }
        return """
            GRANT USAGE ON SCHEMA jangteo TO \(role);
            GRANT SELECT ON jangteo.schema_version TO \(role);
            GRANT SELECT, INSERT ON jangteo.stream TO \(role);
            GRANT SELECT, INSERT, DELETE ON jangteo.log, jangteo.snapshot, jangteo.snapshot_part TO \(role);
            GRANT SELECT, INSERT, UPDATE ON jangteo.lease TO \(role);
            GRANT SELECT, INSERT ON jangteo.blob TO \(role);
            DELETE FROM jangteo.stream_right WHERE role = \(name);
            INSERT INTO jangteo.stream_right (role, stream) VALUES \(rights.joined(separator: ", ")) ON CONFLICT DO NOTHING;
            """
    }

    private static let versionStatement = Statement(
        "version",
        "SELECT coalesce(max(version), 0) FROM jangteo.schema_version"
    )

    /// Refuses a database whose schema is not of this version.
    static func require(over connection: ServerConnection, _ done: @escaping (Result<Void, LogError>) -> Void) {
        connection.run(versionStatement, with: []) { outcome in
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

    private static func found(_ rows: ResultRows) -> Int { rows.integer(column: 0) }

    private static func check(_ found: Int) throws(LogError) {
        try refuseNewer(found)
        guard found == version else {
            throw LogError(.missingSchema, "The schema jangteo has version \(found), and this program needs \(version)")
        }
    }
}
