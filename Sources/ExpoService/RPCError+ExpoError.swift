import ExpoDomain
import Messages

extension RPCError {
    /// What a caller learns about a refusal of the catalogue.
    init(_ error: ExpoError) {
        guard error.code != .unknownEntry else {
            self.init(.unknownEntry, error.message)
            return
        }
        let faults: [ExpoError.Code: (param: String, reason: Violation.Reason)] = [
            .numberOutOfRange: ("number", .range),
            .limitOutOfRange: ("limit", .range),
            .cursorOutOfRange: ("after", .range),
            .searchTooLong: ("search", .malformed),
            .invalidImageName: ("image_name", .malformed),
        ]
        guard let fault = faults[error.code] else {
            self.init(.internal, error.message)
            return
        }
        self.init(violations: [Violation(path: [fault.param], reason: fault.reason, detail: error.message)])
    }
}
