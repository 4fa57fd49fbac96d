/// How much a JSON text may hold before it is refused.
///
/// A limit outside its range counts as the nearest value inside it when a reader is made.
package struct JSONLimits: Sendable, Hashable {
    /// The longest text in bytes, 0 to 1 GiB.
    package var bytes: Int
    /// The deepest nesting of objects and arrays, 0 to 512.
    ///
    /// A lone scalar has depth 0, `[]` has depth 1.
    package var depth: Int
    /// The most members of one object.
    ///
    /// Arrays are bounded by `bytes` alone.
    package var members: Int
    /// The longest string, a member's name included, in bytes as they stand between the quotes.
    package var string: Int

    /// Makes limits, with the defaults of the wire.
    ///
    /// - Parameters:
    ///   - bytes: The longest text in bytes, 0 to 1 GiB.
    ///   - depth: The deepest nesting of objects and arrays, 0 to 512.
    ///   - members: The most members of one object.
    ///   - string: The longest string in bytes; as long as the text by default.
    package init(bytes: Int = 262_144, depth: Int = 64, members: Int = 256, string: Int = .max) {
        self.bytes = bytes
        self.depth = depth
        self.members = members
        self.string = string
    }
}

extension JSONLimits {
    /// For what was typed here or came as the reply that was asked for: as large as a message gets, and no stricter.
    package static let generous = JSONLimits(bytes: 1 << 20, depth: 512, members: 1 << 20)
}
