/// What somebody may do at a service; each role includes those before it.
public enum PeerRole: String, Sendable, Hashable, Comparable, CaseIterable {
    /// Look: every method that changes nothing, and the events.
    case read
    /// Order, buy, and change what is one's own.
    case order
    /// Run the place: set levels, let vendors in, end the service.
    case operate

    /// Whether the left role may do less.
    public static func < (left: PeerRole, right: PeerRole) -> Bool {
        left.rank < right.rank
    }

    private var rank: Int {
        switch self {
        case .read: 0
        case .order: 1
        case .operate: 2
        }
    }

    /// The words for all of them, in their order.
    package static var names: String {
        allCases.map(\.rawValue).joined(separator: ", ")
    }
}
