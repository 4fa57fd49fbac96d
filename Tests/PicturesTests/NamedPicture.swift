import Testing

/// A picture with a name for reports, in which its bytes would say nothing.
struct NamedPicture: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]

    var testDescription: String { name }
}
