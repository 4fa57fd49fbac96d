internal import ArgumentParser
internal import Messages

/// The option that names a write.
struct KeyOption: ParsableArguments {
    @Option(
        name: .customLong("key"),
        help: ArgumentHelp(
            "The write's idempotency key: under one key it is never done twice. Default: a new one.",
            valueName: "key"
        )
    )
    var value: String?

    func validate() throws {
        guard let value else { return }
        guard (1...RequestMeta.longestIdempotencyKey).contains(value.utf8.count) else {
            throw ValidationError("--key must have 1 to \(RequestMeta.longestIdempotencyKey) bytes")
        }
    }
}
