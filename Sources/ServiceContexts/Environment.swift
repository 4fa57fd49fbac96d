internal import Glibc

/// The environment variables; one that is set to nothing counts as not set.
package struct Environment: Sendable {
    /// Those of this process.
    package static let process = Environment { name in getenv(name).map { String(cString: $0) } }

    private let lookUp: @Sendable (String) -> String?

    private init(_ lookUp: @escaping @Sendable (String) -> String?) {
        self.lookUp = lookUp
    }

    package init(_ variables: [String: String]) {
        self.init { variables[$0] }
    }

    package subscript(_ name: String) -> String? {
        guard let value = lookUp(name), !value.isEmpty else { return nil }
        return value
    }
}
