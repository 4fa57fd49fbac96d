import CalcDomain
import Messages

extension Violation {
    /// What a caller is told of a state that no keys lead to.
    init(_ error: KeypadStateError) {
        let path = ["state"] + error.pointer.split(separator: "/").map { String($0) }
        self.init(
            path: path,
            reason: error.code == .tooMany ? .range : .malformed,
            detail: "/state\(error)"
        )
    }
}
