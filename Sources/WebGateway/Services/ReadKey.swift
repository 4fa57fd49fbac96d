internal import Messages

/// What tells one read from another.
struct ReadKey: Hashable, Sendable {
    let service: ServiceName
    let method: MethodDefinition
    /// As they are sent: where a method asks about a caller's key, that key is in them.
    let params: [UInt8]?
}

/// From where on in a stream an answer is to be true.
struct LeastPosition: Hashable, Sendable {
    /// `nil` for that of the present stream.
    let epoch: String?
    let sequence: Int
}
