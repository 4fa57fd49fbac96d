/// The table of errors as Swift.
struct SwiftErrors {
    let contract: Contract

    var text: String {
        let rows = contract.errors.map { error in
            SwiftText.comment(error.summary, indentation: 4)
                + "    package static let \(SwiftText.declared(name(error))) = ErrorReason(\(row(error)))\n"
        }
        return """
            \(SwiftText.notice)
            extension ErrorReason {
            \(rows.joined())
                /// Every reason of the engine and of the services of the suite.
                package static let suite: [ErrorReason] = [
            \(contract.errors.map { "        .\(name($0)),\n" }.joined())    ]
            }

            """
    }

    /// The arguments, on a line of their own where they would be too long for one.
    private func row(_ error: ErrorContract) -> String {
        var arguments = [SwiftText.literal(error.reason), "code: \(error.code)", "status: \(error.status)"]
        let retry = ["yes": "always", "no": "never"][error.retry] ?? "withKey"
        let suggests = error.members.contains("suggestions")
        if retry != "never" { arguments.append("retry: .\(retry)") }
        if suggests || error.outcome != "not_applied" { arguments.append("outcome: .\(SwiftText.name(error.outcome))") }
        if error.isFinal { arguments.append("isFinal: true") }
        if suggests { arguments.append("hasSuggestions: true") }
        arguments.append(SwiftText.literal(error.message))
        let row = arguments.joined(separator: ", ")
        let line = "    package static let \(SwiftText.declared(name(error))) = ErrorReason(\(row))"
        guard line.count > 120 else { return row }
        return "\n" + arguments.map { "        \($0)" }.joined(separator: ",\n") + "\n    "
    }

    private func name(_ error: ErrorContract) -> String { SwiftText.name(error.reason) }
}
