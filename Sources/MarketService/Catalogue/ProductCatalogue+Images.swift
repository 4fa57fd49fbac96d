import Journal
import Messages
import Pictures

extension ProductCatalogue {
    /// Adds pictures to a product.
    ///
    /// - Parameters:
    ///   - pictures: What was stored, in the order given.
    ///   - first: The number of the first; the others follow.
    ///   - product: Whose they are.
    ///   - time: When they were given, in milliseconds since 1970-01-01 UTC.
    func insert(_ pictures: [StoredPicture], from first: Int, of product: Int, at time: Int) throws(StorageError) {
        for (position, picture) in pictures.enumerated() {
            try tables.change(
                "INSERT INTO image VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
                [
                    .integer(first + position), .integer(product), .text(picture.original.hash.description),
                    .text(picture.original.format.rawValue), .integer(picture.original.width),
                    .integer(picture.original.height), .text(picture.thumbnail.hash.description),
                    .text(picture.thumbnail.format.rawValue), .integer(picture.thumbnail.width),
                    .integer(picture.thumbnail.height), .integer(time),
                ]
            )
        }
    }

    /// The pictures of a product, in the order in which they were given.
    func images(of product: Int) throws(StorageError) -> [CatalogueImage] {
        let query = "SELECT id, issued, hash, thumbnail_hash FROM image WHERE product = ?1 ORDER BY id"
        return try tables.rows(query, [.integer(product)]) { (row) throws(StorageError) in
            let id = row.integer(at: 0)
            guard let hash = FileHash(row.text(at: 2)), let thumbnailHash = FileHash(row.text(at: 3)) else {
                throw StorageError(.corrupt, "picture \(id) names no file")
            }
            return CatalogueImage(id: id, issued: row.integer(at: 1), hash: hash, thumbnailHash: thumbnailHash)
        }
    }

    /// What is known of a picture, or of its thumbnail; `nil` when there is none, or no longer.
    func picture(_ reference: MarketImageReference) throws(StorageError) -> StoredPicture.File? {
        let query =
            reference.isThumbnail
            ? "SELECT thumbnail_hash, thumbnail_format, thumbnail_width, thumbnail_height FROM image WHERE id = ?1"
            : "SELECT hash, format, width, height FROM image WHERE id = ?1"
        return try tables.first(query, [.integer(reference.id)]) { (row) throws(StorageError) in
            guard let hash = FileHash(row.text(at: 0)), let format = PictureFormat(rawValue: row.text(at: 1)) else {
                throw StorageError(.corrupt, "picture \(reference.id) names no file")
            }
            return StoredPicture.File(hash: hash, format: format, width: row.integer(at: 2), height: row.integer(at: 3))
        }
    }

    /// Removes pictures, and notes that their files were still named until now.
    ///
    /// - Parameters:
    ///   - images: Which.
    ///   - time: Now, in milliseconds since 1970-01-01 UTC.
    ///   - retention: The seconds that their files stay.
    func remove(_ images: [Int], at time: Int, keepingFiles retention: Int) throws(StorageError) {
        for image in images {
            for column in ["hash", "thumbnail_hash"] {
                try tables.change(
                    "INSERT OR REPLACE INTO released SELECT \(column), ?2 FROM image WHERE id = ?1",
                    [.integer(image), .integer(time)]
                )
            }
            try tables.change("DELETE FROM image WHERE id = ?1", [.integer(image)])
        }
        try tables.change(
            """
            DELETE FROM released WHERE hash IN (SELECT hash FROM released WHERE time < ?1 LIMIT 100)
                OR hash IN (SELECT hash FROM released WHERE time > ?2 LIMIT 100)
            """,
            [.integer(time - retention * 1_000), .integer(time + retention * 1_000)]
        )
    }

    /// Whether a picture or a thumbnail in this file belongs to a product, or did so until a short time ago.
    ///
    /// A backup that has copied the database before a product was deleted copies its files after.
    ///
    /// - Parameters:
    ///   - hash: The file's.
    ///   - time: Now, in milliseconds since 1970-01-01 UTC.
    ///   - retention: The seconds that a file stays after the last product that named it has gone.
    func needs(_ hash: FileHash, at time: Int, keepingFiles retention: Int) throws(StorageError) -> Bool {
        let query = """
            SELECT 1 WHERE EXISTS (SELECT 1 FROM image WHERE hash = ?1)
                OR EXISTS (SELECT 1 FROM image WHERE thumbnail_hash = ?1)
                OR EXISTS (SELECT 1 FROM released WHERE hash = ?1 AND time BETWEEN ?2 AND ?3)
            """
        let age = retention * 1_000
        // What was released later than now was so under a clock that has been set since.
        let released = [time - age + 1, time + age].map { StoredValue.integer($0) }
        return try tables.first(query, [.text(hash.description)] + released) { _ in true } ?? false
    }
}
