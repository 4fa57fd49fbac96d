/// What is wrong with the settings of tracing.
package struct TracingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of problem it is.
    package enum Code: Sendable, Hashable {
        /// A variable of the environment cannot be read.
        case configuration
        /// The system has not what the export needs.
        case unavailable
    }

    package let code: Code
    package let description: String

    init(_ code: Code, _ description: String) { (self.code, self.description) = (code, description) }
}
