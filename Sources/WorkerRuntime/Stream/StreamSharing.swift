/// Whether several workers of a service can share its stream over a log.
package enum StreamSharing: Sendable, Hashable {
    /// There is nothing to share: as many workers as wanted answer the same, each by itself.
    case needless
    /// One is active, the others follow it.
    case supported
    /// Not yet, for this reason.
    case unsupported(String)
}
