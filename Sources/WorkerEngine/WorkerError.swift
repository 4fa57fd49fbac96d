/// Why a service does not start, or ends by itself, in words for the person who started it.
package struct WorkerError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: Sendable, Hashable {
        /// An endpoint cannot be read, or may not be used.
        case endpoint
        /// Something given at start is wrong.
        case configuration
        /// The process uses more memory than it may.
        case memory
    }

    package let code: Code
    /// What is wrong and what to do.
    package let description: String

    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
