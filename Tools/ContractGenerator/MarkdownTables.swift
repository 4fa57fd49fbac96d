/// Makes the tables of a page of `Protocols/` anew; everything else of the page is kept.
///
/// A table is known by its header. One of params belongs to the method that its section is named after.
struct MarkdownTables {
    let contract: Contract

    /// The page with its tables.
    ///
    /// - Parameters:
    ///   - page: The text of the page.
    ///   - service: Whose page it is; `nil` for the pages of all services.
    func updated(_ page: String, of service: ServiceContract?) -> String {
        var lines: [Substring] = []
        var section = ""
        var replaced = false
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if replaced, line.hasPrefix("|") { continue }
            replaced = false
            if line.hasPrefix("## ") { section = String(line.dropFirst(3)) }
            lines.append(line)
            guard let rows = rows(below: line, in: section, of: service) else { continue }
            replaced = true
            let columns = line.split(separator: "|", omittingEmptySubsequences: false).count - 2
            lines.append(Substring("|" + String(repeating: "---|", count: columns)))
            lines += rows.map { Substring("| " + $0.joined(separator: " | ") + " |") }
        }
        return lines.joined(separator: "\n")
    }

    private func rows(below header: Substring, in section: String, of service: ServiceContract?) -> [[String]]? {
        switch header {
        case "| method | kind | [role](envelope.md#who-may-call) | |": service.map(methods)
        case "| param | | |": params(of: section)
        case "| code | reason | type | status | retryable | outcome | more members of `data` |": errors
        case "| topic | what |": topics
        default: nil
        }
    }

    private func methods(of service: ServiceContract) -> [[String]] {
        service.methods.map { method in
            let anchor = method.name.replacing(".", with: "")
            return ["[`\(method.name)`](#\(anchor))", method.kind, method.role, method.summary]
        }
    }

    private func params(of method: String) -> [[String]]? {
        guard let schema = contract.schemas[method + ".params"] else { return nil }
        let required = Set((schema["required"]?.elements ?? []).compactMap(\.string))
        return schema["properties"]?.members.map { property in
            let type = ParamType(property.value).words + (required.contains(property.name) ? ", required" : "")
            return ["`\(property.name)`", type, property.value["description"]?.string ?? ""]
        }
    }

    private var errors: [[String]] {
        contract.errors.map { error in
            let members = error.members.map { "`\($0)`" } + error.optional.map { "`\($0)` (optional)" }
            return [
                String(error.code), error.reason, "`\(error.problemType)`", String(error.status), error.retry,
                error.outcome, members.joined(separator: ", "),
            ]
        }
    }

    private var topics: [[String]] {
        let publishers = contract.services.filter(\.hasStream)
        let events = publishers.flatMap { service in
            service.events.map { event in
                let topic = event.address.replacing("{", with: "<").replacing("}", with: ">")
                return ["`\(topic)`", "a CloudEvent ([\(service.name).md](\(service.name).md#events))"]
            }
        }
        return events + publishers.map { ["`\($0.name).heartbeat.`", "a position"] }
            + [["`~sync.<random>.`", "a position: the join marker"]]
    }
}
