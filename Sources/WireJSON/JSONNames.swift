internal import CSimdJSON

/// Names of members that are looked for together: see ``JSONNode/members(_:)``.
package struct JSONNames: Sendable {
    /// Each name behind one byte with its length.
    let bytes: [UInt8]
    let count: UInt32

    /// - Parameter names: Up to 8 names of up to 255 bytes as text, without escapes, best in the order in which they are
    ///   likely to come.
    package init(_ names: StaticString...) {
        precondition(names.count <= CSIMDJSON_NAMES_MAX, "more names than can be looked for together")
        bytes = names.flatMap { unsafe [UInt8($0.bytes.count)] + Array($0.bytes) }
        count = UInt32(names.count)
    }
}
