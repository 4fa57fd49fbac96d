/// The balance of one item as the journal keeps it: what its events add up to.
package struct Level: Sendable, Hashable {
    /// The item's key, such as `mango` or `42`; the subject of its events.
    package var item: String
    /// How much there is.
    package var quantity: Int
    /// How often the quantity has changed, counted from the item's first level.
    package var version: Int
    /// The position of the item's last event; `nil` when it has had none.
    package var sequence: Int?

    package init(item: String, quantity: Int, version: Int, sequence: Int? = nil) {
        self.item = item
        self.quantity = quantity
        self.version = version
        self.sequence = sequence
    }

    /// The level of a subject whose events add up to nothing: it is there for the position of the newest one.
    ///
    /// There is always none of it, in its first version.
    package static func position(of subject: String) -> Level { Level(item: subject, quantity: 0, version: 1) }
}

/// How a service's events add up to its levels.
///
/// An event of this type changes the level of one item, which is its subject. A store is sound when each level is what it
/// started from and all such changes of it since.
package struct BalanceRule: Sendable, Hashable {
    /// The type of the events that change a level, such as `juice.stock.changed`.
    package let eventType: String
    /// The member of their `data` that says by how much: a whole number, negative for what is taken away.
    package let delta: String

    package init(eventType: String, delta: String) {
        self.eventType = eventType
        self.delta = delta
    }
}

/// One item's level, and what it should be: its base and the changes since.
package struct LevelSum {
    package let level: Level
    private var quantity: Int
    private var version: Int
    private var lastChange = 0
    private var isSequenceSeen = false

    package init(level: Level, baseQuantity: Int, baseVersion: Int) {
        self.level = level
        quantity = baseQuantity
        version = baseVersion
    }

    /// Adds one event about this item; `delta` is `nil` for one that changes no level.
    package mutating func add(sequence: Int, delta: Int?) {
        if sequence == level.sequence { isSequenceSeen = true }
        guard let delta else { return }
        // Wraps: with a damaged delta the sum is wrong either way, and must not stop the process.
        quantity &+= delta
        version &+= 1
        lastChange = sequence
    }

    /// What does not add up; `nil` when everything does.
    ///
    /// - Parameter baseSequence: The position of the base; a level whose last event is older has none since.
    package func finding(since baseSequence: Int) -> String? {
        guard quantity == level.quantity else {
            return "the level of \(level.item) is \(level.quantity), but its changes add up to \(quantity)"
        }
        guard version == level.version else {
            return "the version of \(level.item) is \(level.version), but its changes count \(version)"
        }
        // Events that change no level may, but need not, be noted as the item's last.
        let noted = level.sequence ?? 0
        guard noted >= lastChange, noted <= baseSequence || isSequenceSeen else {
            return "the last event of \(level.item) is noted as \(noted), which it is not"
        }
        return nil
    }
}
