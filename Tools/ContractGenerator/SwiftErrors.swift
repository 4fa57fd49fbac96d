/// The table of errors as Swift.
struct SwiftErrors {
    let contract: Contract

    var text: String {
        SwiftText.notice + "\n" + reasons + "\n" + table
    }

    private var reasons: String {
        let cases = contract.errors.map { error in
            SwiftText.comment(error.summary, indentation: 4)
                + "    case \(SwiftText.declared(name(error))) = \(SwiftText.literal(error.reason))\n"
        }
        return """
            /// Every reason a service gives for an error.
            package enum ErrorReason: String, Sendable, Hashable, CaseIterable {
            \(cases.joined())}

            """
    }

    private var table: String {
        let cases = contract.errors.map { error in
            """
                    case .\(name(error)):
                        Definition(
                            code: \(error.code),
                            status: \(error.status),
                            retry: .\(retry(error)),
                            outcome: .\(SwiftText.name(error.outcome)),
                            summary: \(SwiftText.literal(error.message))
                        )

            """
        }
        let suggesting = contract.errors.filter { $0.members.contains("suggestions") }.map { "." + name($0) }
        let final = contract.errors.filter(\.isFinal).map { "." + name($0) }
        return """
            extension ErrorReason {
                /// The row of a reason.
                var definition: Definition {
                    switch self {
            \(cases.joined())        }
                }

                /// Whether its errors always carry suggestions, if only an empty list.
                package var hasSuggestions: Bool {
                    switch self {
                    case \(suggesting.joined(separator: ", ")): true
                    default: false
                    }
                }

                /// Whether the same content under the same key gets it whenever it arrives.
                package var isFinal: Bool {
                    switch self {
                    case \(final.joined(separator: ", ")): true
                    default: false
                    }
                }
            }

            """
    }

    private func name(_ error: ErrorContract) -> String {
        SwiftText.name(error.reason)
    }

    private func retry(_ error: ErrorContract) -> String {
        switch error.retry {
        case "yes": "always"
        case "no": "never"
        default: "withKey"
        }
    }
}
