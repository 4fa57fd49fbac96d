/// `error.schema.json`, whose rows of `allOf` say what each code comes with.
struct ErrorSchema {
    let contract: Contract

    /// The schema with its rows made anew; everything else is kept as it is written there.
    var value: JSONValue {
        let members = contract.schemas["error"]?.members ?? []
        return .object(
            members.map { $0.name == "allOf" ? .init(name: "allOf", value: .array(contract.errors.map(row))) : $0 }
        )
    }

    private func row(_ error: ErrorContract) -> JSONValue {
        var constants: [(String, JSONValue)] = [
            ("type", .string(error.problemType)), ("status", .number(String(error.status))),
            ("reason", .string(error.reason)),
        ]
        // With a key the same request may be sent again, without one it may not: both are true of the code.
        if error.retry != "with a key" { constants.append(("retryable", .boolean(error.retry == "yes"))) }
        constants.append(("outcome", .string(error.outcome)))
        var data = [
            JSONValue.Member(
                name: "properties",
                value: .object(constants.map { .init(name: $0.0, value: ["const": $0.1]) })
            )
        ]
        if !error.members.isEmpty {
            data.append(.init(name: "required", value: .array(error.members.map { .string($0) })))
        }
        return [
            "if": ["properties": ["code": ["const": .number(String(error.code))]], "required": ["code"]],
            "then": ["properties": ["data": .object(data)]],
        ]
    }
}
