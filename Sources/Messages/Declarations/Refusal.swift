/// Why a request was not done, in the words of its service.
///
/// A body throws it, and a caller gets it. A body that throws has changed nothing: neither rows, nor events, nor files.
public struct Refusal: Error, Sendable, CustomStringConvertible {
    package let error: RPCError

    /// Refuses a request.
    ///
    /// - Parameters:
    ///   - reason: One of the errors that the method declares.
    ///   - detail: One sentence for a person.
    public init(_ reason: ErrorReason, _ detail: String) { error = RPCError(reason, detail) }

    package init(_ error: RPCError) { self.error = error }

    /// Why; also a reason that this program does not know.
    public var reason: ErrorReason { error.row }
    /// One sentence for a person.
    public var detail: String { error.detail }
    public var description: String { "\(reason.word): \(detail)" }
}
