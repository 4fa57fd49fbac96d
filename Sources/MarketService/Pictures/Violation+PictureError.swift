import Messages
import Pictures

extension Violation {
    /// What is wrong with a picture; `nil` when nothing is, and there was no memory to look at it.
    ///
    /// - Parameters:
    ///   - error: Why it was refused.
    ///   - position: Which it is, from 0.
    init?(_ error: PictureError, at position: Int) {
        let reason: Violation.Reason
        switch error.code {
        case .tooManyBytes, .dimensions: reason = .range
        case .unrecognised: reason = .unknown
        case .damaged, .unsupported: reason = .malformed
        case .noMemory: return nil
        }
        self.init(path: ["images", String(position)], reason: reason, detail: "images/\(position): \(error.detail)")
    }
}
