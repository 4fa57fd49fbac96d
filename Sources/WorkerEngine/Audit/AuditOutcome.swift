/// What came of a write that somebody asked for.
package enum AuditOutcome: Hashable, CustomStringConvertible {
    /// It was done.
    case done
    /// It had been done before, under the same key.
    case deduplicated
    /// It was not done, for this reason.
    case refused(String)

    package var description: String {
        switch self {
        case .done: "ok"
        case .deduplicated: "repeated"
        case .refused(let reason): reason
        }
    }
}
