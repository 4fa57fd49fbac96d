/// The methods of all services as Swift constants.
struct SwiftMethods {
    let contract: Contract

    var text: String {
        let services = contract.services.map { service in
            list(
                "\(service.name.capitalizedFirst)Method",
                "The methods of \(service.name)-service.",
                service.methods,
                of: service
            )
        }
        let standard = list("ServiceMethod", "The methods that every service answers.", contract.standard)
        return SwiftText.notice + "\n" + (services + [standard, all, names]).joined(separator: "\n")
    }

    private func list(
        _ name: String,
        _ comment: String,
        _ methods: [MethodContract],
        of service: ServiceContract? = nil
    ) -> String {
        let about = service.map { service in
            """
                /// What the service does, in one sentence.
                package static let summary = \(SwiftText.literal(service.description))
            \(service.events.isEmpty ? "" : events(service.events))
            """
        }
        let constants = methods.map { method -> String in
            let flags = [("keyParameter", method.keyParameter), ("versionMember", method.versionMember)].compactMap {
                flag in
                flag.1.map { ",\n        \(flag.0): \(SwiftText.literal($0))" }
            }
            return """
                    package static let \(Self.constant(method)) = MethodDefinition(
                        \(SwiftText.literal(method.name)),
                        .\(method.kind),
                        for: .\(method.role),
                        \(SwiftText.literal(method.summary))\(flags.joined())
                    )

                """
        }
        return "/// \(comment)\npackage enum \(name) {\n\(about ?? "")\(constants.joined())}\n"
    }

    private func events(_ events: [EventContract]) -> String {
        let types = events.map { SwiftText.literal($0.type) }
        let list = types.count == 1 ? types[0] : "\n" + types.map { "        \($0),\n" }.joined() + "    "
        return "    /// The types of its events.\n    package static let events = [\(list)]\n"
    }

    private var all: String {
        let lists =
            contract.services.map { ("\($0.name.capitalizedFirst)Method", $0.methods) }
            + [("ServiceMethod", contract.standard)]
        let lines = lists.map { name, methods in
            methods.map { "        \(name).\(Self.constant($0)),\n" }.joined()
        }
        return """
            extension MethodDefinition {
                /// Every method there is.
                package static let all = [
            \(lines.joined())    ]
            }

            """
    }

    private var names: String {
        let constants = contract.services.map { service in
            """
                /// \(service.description)
                package static let \(service.name): ServiceName = \(SwiftText.literal(service.name))

            """
        }
        return """
            extension ServiceName {
            \(constants.joined())
                /// The services of this suite.
                package static let suite: [ServiceName] = [
                    \(contract.services.map { "." + $0.name }.joined(separator: ", ")),
                ]
            }

            """
    }

    /// The name without the service's or the family's.
    static func constant(_ method: MethodContract) -> String {
        SwiftText.declared(SwiftText.name(String(method.name.drop { $0 != "." }.dropFirst())))
    }
}
