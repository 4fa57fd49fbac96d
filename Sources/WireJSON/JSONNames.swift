/// Names of members that are looked for together: see ``JSONNode/members(_:)``.
public struct JSONNames: Sendable {
    let names: [StaticString]

    /// - Parameter names: Up to ``JSONMembers/most`` names as text, without escapes, best in the order in which they are
    ///   likely to come.
    public init(_ names: StaticString...) {
        precondition(names.count <= JSONMembers.most, "more names than can be looked for together")
        self.names = names
    }
}
