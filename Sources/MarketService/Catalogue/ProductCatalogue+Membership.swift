import Journal

extension ProductCatalogue {
    /// How many changes are kept to bring a remembered search up to date with.
    private static let keptMemberships = 4_096

    /// What finds products by their texts.
    var search: GramIndex { GramIndex(tables) }

    /// Notes that searches may find a product now that they did not, or the other way round.
    func noteMembership(of id: Int, _ head: inout CatalogueHead) throws(StorageError) {
        head.membership = Membership(number: head.membership.number + 1, stamp: .random(in: 0...Int.max))
        try tables.change(
            "INSERT INTO membership VALUES (?1, ?2, ?3)",
            [.integer(head.membership.number), .integer(head.membership.stamp), .integer(id)]
        )
        try tables.change(
            "DELETE FROM membership WHERE number <= ?1",
            [.integer(head.membership.number - Self.keptMemberships)]
        )
    }

    /// The products that came, went or have other texts since a change; `nil` when that change never happened, or is no
    /// longer remembered.
    func products(changedSince membership: Membership) throws(StorageError) -> Set<Int>? {
        let stamp = try tables.first("SELECT stamp FROM membership WHERE number = ?1", [.integer(membership.number)]) {
            $0.integer(at: 0)
        }
        guard stamp == membership.stamp else { return nil }
        return Set(
            try tables.rows("SELECT product FROM membership WHERE number > ?1", [.integer(membership.number)]) {
                $0.integer(at: 0)
            }
        )
    }
}

/// One change of what searches find: a product came, went, or has other texts.
struct Membership: Hashable {
    /// Counts these changes.
    var number: Int
    /// A random number of its own.
    ///
    /// A change that is taken back leaves its number to the next one. Anyone who has seen it knows by the stamp that it
    /// was another.
    var stamp: Int
}
