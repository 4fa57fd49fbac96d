import Journal

/// The tables of the market, next to the journal.
enum CatalogueSchema {
    static let tables = TableSchema(
        [
            TableSchema.Migration("1 catalogue", catalogue), TableSchema.Migration("1 search", search),
            TableSchema.Migration("2 deletions by the boot clock", deletionsByBootClock),
        ],
        rules: [
            stockOfProducts,
            TableSchema.Rule(
                """
                SELECT 'its number of products' FROM catalogue WHERE products <> (SELECT count(*) FROM product)
                    OR products <> (SELECT coalesce(sum(products), 0) FROM span WHERE level = 1)
                """,
                finding: "is not how many there are"
            ),
            TableSchema.Rule(
                "SELECT 'product ' || id FROM product WHERE id NOT IN (SELECT id FROM searchable)",
                finding: "cannot be searched for"
            ),
        ]
    )

    /// The journal's levels add up by themselves; a product sells from its own row, so both must say the same.
    private static let stockOfProducts = TableSchema.Rule.levels(
        repeatedIn: "product",
        item: "id",
        quantity: "stock",
        version: "stock_version",
        "has a stock that its changes do not add up to"
    )

    /// Sums are in the smallest unit of their currency, times in milliseconds since 1970-01-01 UTC.
    private static let catalogue = """
        CREATE TABLE catalogue(
            id INTEGER PRIMARY KEY CHECK (id = 1),
            revision INTEGER NOT NULL,
            products INTEGER NOT NULL,
            last_product INTEGER NOT NULL,
            last_image INTEGER NOT NULL,
            last_vendor INTEGER NOT NULL,
            membership INTEGER NOT NULL,
            stamp INTEGER NOT NULL
        ) STRICT;
        INSERT INTO catalogue VALUES (1, 0, 0, 0, 0, 0, 0, 0);

        CREATE TABLE vendor(
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            identifier TEXT NOT NULL UNIQUE,
            secret_hash BLOB NOT NULL,
            created INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE product(
            id INTEGER PRIMARY KEY,
            vendor INTEGER NOT NULL,
            name TEXT NOT NULL,
            description TEXT NOT NULL,
            thumbnail INTEGER NOT NULL,
            currency TEXT NOT NULL,
            price INTEGER NOT NULL,
            discount INTEGER NOT NULL,
            stock INTEGER NOT NULL,
            stock_version INTEGER NOT NULL,
            created INTEGER NOT NULL,
            issued INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE image(
            id INTEGER PRIMARY KEY,
            product INTEGER NOT NULL,
            hash TEXT NOT NULL,
            format TEXT NOT NULL,
            width INTEGER NOT NULL,
            height INTEGER NOT NULL,
            thumbnail_hash TEXT NOT NULL,
            thumbnail_format TEXT NOT NULL,
            thumbnail_width INTEGER NOT NULL,
            thumbnail_height INTEGER NOT NULL,
            issued INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX image_product ON image(product);
        CREATE INDEX image_hash ON image(hash);
        CREATE INDEX image_thumbnail_hash ON image(thumbnail_hash);

        CREATE TABLE released(hash TEXT PRIMARY KEY, time INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE INDEX released_time ON released(time);

        CREATE TABLE deletion(
            token_hash BLOB PRIMARY KEY,
            product INTEGER NOT NULL,
            vendor INTEGER NOT NULL,
            expires INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX deletion_product ON deletion(product);
        CREATE INDEX deletion_expires ON deletion(expires);

        CREATE TABLE span(
            level INTEGER NOT NULL,
            number INTEGER NOT NULL,
            products INTEGER NOT NULL,
            PRIMARY KEY (level, number)
        ) STRICT, WITHOUT ROWID;
        """

    /// Columns at the end: while two versions share a stream, what the older one writes gets their defaults.
    private static let deletionsByBootClock = """
        ALTER TABLE deletion ADD COLUMN boot TEXT NOT NULL DEFAULT '';
        ALTER TABLE deletion ADD COLUMN uptime INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX deletion_uptime ON deletion(boot, uptime);
        """

    private static let search = """
        CREATE TABLE searchable(id INTEGER PRIMARY KEY, text BLOB NOT NULL) STRICT;

        CREATE TABLE word(id INTEGER PRIMARY KEY, text BLOB NOT NULL UNIQUE) STRICT;
        CREATE TABLE ending(text BLOB NOT NULL, word INTEGER NOT NULL, PRIMARY KEY (text, word)) STRICT, WITHOUT ROWID;
        CREATE INDEX ending_word ON ending(word);

        CREATE TABLE gram(
            chunk INTEGER NOT NULL,
            gram INTEGER NOT NULL,
            ids BLOB NOT NULL,
            PRIMARY KEY (chunk, gram)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE spread(gram INTEGER PRIMARY KEY, chunks BLOB NOT NULL) STRICT;

        CREATE TABLE membership(
            number INTEGER PRIMARY KEY,
            stamp INTEGER NOT NULL,
            product INTEGER NOT NULL
        ) STRICT;
        INSERT INTO membership VALUES (0, 0, 0);
        """
}
