/// How a service's events add up to its levels.
///
/// An event of this type changes the level of one item, which is its subject. A store is sound when each level is what it
/// started from and all such changes of it since.
package struct BalanceRule: Sendable, Hashable {
    /// The type of the events that change a level, such as `juice.stock.changed`.
    package let eventType: String
    /// The member of their `data` that says by how much: a whole number, negative for what is taken away.
    package let delta: String

    /// Creates a rule; the parameters are the properties of the same names.
    package init(eventType: String, delta: String) {
        self.eventType = eventType
        self.delta = delta
    }
}
