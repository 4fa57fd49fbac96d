/// An argument or a setting that cannot be used: what is wrong with it, and what to do.
package struct UsageError: Error, Hashable, CustomStringConvertible {
    package let message: String

    package init(_ message: String) {
        self.message = message
    }

    package var description: String { message }
}
