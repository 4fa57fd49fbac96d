internal import FoundationEssentials

/// The environment variables; one that is set to nothing counts as not set.
package struct Environment: Sendable {
    /// Those of this process.
    package static let process = Environment(ProcessInfo.processInfo.environment)

    private let variables: [String: String]

    package init(_ variables: [String: String]) {
        self.variables = variables.filter { !$0.value.isEmpty }
    }

    /// The names of those that are set.
    var names: some Collection<String> { variables.keys }

    package subscript(_ name: String) -> String? { variables[name] }
}
