internal import Cryptography

/// What a row holds that says by which rules the stream goes on: those that its workers are started with, such as a menu.
///
/// Every worker must have the same, so it is in the log: one with other rules finds that out before it could write. With the rules
/// come the levels that items begin with which are new by them, so that all stores begin with the same.
///
/// The payload has format 4, and in it the digest in 32 bytes; then for each level the length of its key in two bytes, the key in
/// UTF-8, and its quantity in eight bytes, each number with its most significant byte first.
package struct StreamDefinition: Sendable, Hashable {
    /// The format of its payload.
    package static let format: UInt16 = 4
    private static let digestBytes = 32

    /// What one item begins with.
    package struct Level: Sendable, Hashable {
        package let item: String
        package let quantity: Int

        package init(item: String, quantity: Int) {
            (self.item, self.quantity) = (item, quantity)
        }
    }

    /// SHA-256 of the rules, in 32 bytes.
    package let digest: [UInt8]
    /// The levels.
    package let levels: [Level]

    /// Describes rules.
    ///
    /// - Parameters:
    ///   - rules: A text that is the same for the same rules.
    ///   - levels: What items begin with, each with a key of at most 65 535 bytes.
    package init(of rules: [UInt8], levels: [Level]) {
        digest = SHA256.digest(of: rules.span)
        self.levels = levels
    }

    /// Reads a payload; `nil` when it holds something else.
    ///
    /// - Throws: ``LogError`` with `damaged` when it has this format and cannot be read.
    package init?(_ payload: LogPayload) throws(LogError) {
        guard payload.format == Self.format else { return nil }
        let damage = LogError(.damaged, "A row that says by which rules the stream goes on cannot be read")
        var rest = payload.body
        guard rest.count >= Self.digestBytes else { throw damage }
        digest = Array(rest.prefix(Self.digestBytes))
        rest = rest.dropFirst(Self.digestBytes)
        var levels: [Level] = []
        while !rest.isEmpty {
            guard rest.count >= 2 else { throw damage }
            let length = rest.prefix(2).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(2)
            guard rest.count >= length + 8, let item = String(validating: rest.prefix(length), as: UTF8.self) else {
                throw damage
            }
            let quantity = rest.dropFirst(length).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            levels.append(Level(item: item, quantity: Int(truncatingIfNeeded: quantity)))
            rest = rest.dropFirst(length + 8)
        }
        self.levels = levels
    }

    /// The payload of its row.
    package var payload: LogPayload {
        var body = digest
        for level in levels {
            let key = Array(level.item.utf8)
            body += [UInt8(truncatingIfNeeded: key.count >> 8), UInt8(truncatingIfNeeded: key.count)]
            body += key
            let quantity = UInt64(bitPattern: Int64(level.quantity))
            body += (0..<8).map { UInt8(truncatingIfNeeded: quantity >> (56 - 8 * UInt64($0))) }
        }
        return LogPayload(format: Self.format, body)
    }
}
