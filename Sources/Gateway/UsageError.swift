/// An argument or a setting that cannot be used: what is wrong with it, and what to do.
struct UsageError: Error, Hashable {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
