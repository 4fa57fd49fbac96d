import Messages
import Pictures

extension Violation {
    /// What is wrong with a picture; `nil` when nothing is, and it could not be looked at.
    ///
    /// - Parameters:
    ///   - error: Why it was refused.
    ///   - position: Which it is, from 0.
    init?(_ error: PictureError, at position: Int) {
        let reason: Violation.Reason
        switch error.code {
        case .tooManyBytes, .dimensions, .tooMuchMemory: reason = .range
        case .unrecognised: reason = .unknown
        case .damaged, .unsupported: reason = .malformed
        case .noMemory, .busy, .unavailable: return nil
        }
        self.init(path: ["images", String(position)], reason: reason, detail: "images/\(position): \(error.detail)")
    }
}

extension RPCError {
    /// Why a picture could not be looked at now, of which nothing may be wrong.
    init(_ error: PictureError) {
        guard error.code != .unavailable else {
            self.init(.internal, error.detail)
            return
        }
        self.init(.overloaded, error.code == .busy ? error.detail : "there is no memory to look at a picture now")
        retryAfterMilliseconds = 1_000
    }
}
