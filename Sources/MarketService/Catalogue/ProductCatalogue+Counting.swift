import Journal

/// How many products have ids in which span, so that the product at any place of the list is found in a few steps.
///
/// Spans are counted on levels: one of level 1 holds 32 ids, one of level 2 holds 32 of those, and so on. Skipping over rows
/// would cost more the deeper the page is.
extension ProductCatalogue {
    private static let levels = 6
    /// Ids of a span are 2 to the power of this many times its level.
    private static let bits = 5

    /// Counts a product in, or out.
    ///
    /// - Parameters:
    ///   - id: The product's.
    ///   - change: 1 or -1.
    func count(_ id: Int, by change: Int) throws(StorageError) {
        for level in 1...Self.levels {
            let span: [StoredValue] = [.integer(level), .integer(id >> (Self.bits * level))]
            if change > 0 {
                try tables.change(
                    """
                    INSERT INTO span VALUES (?1, ?2, 1) ON CONFLICT(level, number) DO UPDATE SET products = products + 1
                    """,
                    span
                )
            } else {
                try tables.change("UPDATE span SET products = products - 1 WHERE level = ?1 AND number = ?2", span)
                try tables.change("DELETE FROM span WHERE level = ?1 AND number = ?2 AND products = 0", span)
            }
        }
    }

    /// The id of the product before which there are `place` newer ones; `nil` when there are not that many.
    func product(at place: Int) throws(StorageError) -> Int? {
        var place = place
        var numbers = 0...Int.max
        for level in stride(from: Self.levels, through: 1, by: -1) {
            guard let number = try span(level, numbers: numbers, at: &place) else { return nil }
            numbers = (number << Self.bits)...(number << Self.bits | (1 << Self.bits - 1))
        }
        return try tables.first(
            "SELECT id FROM product WHERE id BETWEEN ?1 AND ?2 ORDER BY id DESC LIMIT 1 OFFSET ?3",
            [.integer(numbers.lowerBound), .integer(numbers.upperBound), .integer(place)]
        ) { $0.integer(at: 0) }
    }

    /// The span that holds a place among some spans, which becomes the place within it.
    private func span(
        _ level: Int,
        numbers: ClosedRange<Int>,
        at place: inout Int
    ) throws(StorageError) -> Int? {
        var left = place
        var found: Int?
        try tables.forEachRow(
            "SELECT number, products FROM span WHERE level = ?1 AND number BETWEEN ?2 AND ?3 ORDER BY number DESC",
            [.integer(level), .integer(numbers.lowerBound), .integer(numbers.upperBound)]
        ) { (row) throws(StorageError) in
            guard left >= row.integer(at: 1) else {
                found = row.integer(at: 0)
                return false
            }
            left -= row.integer(at: 1)
            return true
        }
        place = left
        return found
    }
}
