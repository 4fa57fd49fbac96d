/// One change of what searches find: a product came, went, or has other texts.
struct Membership: Hashable {
    /// Counts these changes.
    var number: Int
    /// A random number of its own.
    ///
    /// A change that is taken back leaves its number to the next one. Whoever has seen it knows by the stamp that it was
    /// another.
    var stamp: Int
}
