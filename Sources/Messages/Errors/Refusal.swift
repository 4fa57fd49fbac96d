internal import WireJSON

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
    ///   - details: What a program may want to know, such as what is left. Its members stand beside those that every
    ///     error has, so none may have a name of those.
    public init(_ reason: ErrorReason, _ detail: String, details: some Message = Nothing()) {
        var error = RPCError(reason, detail)
        error.addDetails(details)
        self.error = error
    }

    package init(_ error: RPCError) { self.error = error }

    /// Why; also a reason that this program does not know.
    public var reason: ErrorReason { error.row }
    /// One sentence for a person.
    public var detail: String { error.detail }

    /// What the service says besides; `nil` when it does not say that.
    public func details<Details: Message>(as type: Details.Type) -> Details? { error.detail(as: type) }

    /// The reason and the sentence.
    public var description: String { "\(reason.word): \(detail)" }
}
