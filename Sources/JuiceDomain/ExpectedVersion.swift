/// What a caller believes the stock's version to be when it sets levels.
package enum ExpectedVersion: Sendable, Hashable {
    /// The whole stock's version.
    case stock(Int)
    /// The versions of some fruits, by key; other fruits may have changed.
    case fruits([String: Int])
}
