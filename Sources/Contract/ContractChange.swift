internal import Messages
package import WireJSON

/// What callers of a service would notice of a change of its contract, from one OpenRPC document to the next.
///
/// Allowed is what a caller of the former one can pass over: further methods, errors, events, members that may be
/// absent, wider ranges of params.
package struct ContractChange {
    /// What breaks callers, one sentence each; empty for a change that breaks none.
    package private(set) var breaks: [String] = []
    private let former: JSONNode
    private let present: JSONNode

    /// Compares two documents.
    package init(from former: JSONNode, to present: JSONNode) {
        (self.former, self.present) = (former, present)
        compareMethods()
        compareErrors()
        compareEvents()
    }

    private mutating func compareMethods() {
        let now = Self.named(present["methods"])
        for (name, method) in Self.named(former["methods"]).sorted(by: { $0.key < $1.key }) {
            guard let other = now[name] else {
                breaks.append("\(name) is gone")
                continue
            }
            for word in ["x-kind", "x-role"] where method[word]?.string != other[word]?.string {
                let (before, after) = (method[word]?.string ?? "nothing", other[word]?.string ?? "nothing")
                breaks.append("\(name): \(word.dropFirst(2)) was \(before) and is \(after)")
            }
            compareParams(of: name, method, with: other)
            compareResult(
                schema(former, method["result"]?["schema"]),
                with: schema(present, other["result"]?["schema"]),
                at: name,
                isStored: method["x-kind"]?.string == MethodKind.write.rawValue
            )
        }
    }

    private mutating func compareParams(of method: String, _ former: JSONNode, with present: JSONNode) {
        let (before, now) = (Self.named(former["params"]), Self.named(present["params"]))
        for (name, param) in before.sorted(by: { $0.key < $1.key }) {
            let place = "\(method), param \(name)"
            guard let other = now[name] else {
                breaks.append("\(place) is gone")
                continue
            }
            if param["required"]?.boolean == false, other["required"]?.boolean == true {
                breaks.append("\(place) must be there")
            }
            compareInput(schema(self.former, param["schema"]), with: schema(self.present, other["schema"]), at: place)
        }
        for (name, param) in now.sorted(by: { $0.key < $1.key })
        where before[name] == nil && param["required"]?.boolean == true {
            breaks.append("\(method), param \(name) is new and must be there")
        }
    }

    /// What is sent to the service: it must take all that it took.
    private mutating func compareInput(_ former: JSONNode?, with present: JSONNode?, at place: String) {
        guard let former, let present, isSameType(former, present, place) else { return }
        for limit in ["minimum", "minLength", "minItems", "minProperties"] {
            if let now = present[limit]?.integer, now > former[limit]?.integer ?? .min {
                breaks.append("\(place): \(limit) is \(now) now")
            }
        }
        for limit in ["maximum", "maxLength", "maxItems", "maxProperties"] {
            if let now = present[limit]?.integer, now < former[limit]?.integer ?? .max {
                breaks.append("\(place): \(limit) is \(now) now")
            }
        }
        if former["enum"] == nil, present["enum"] != nil { breaks.append("\(place) takes only some words now") }
        if former["format"]?.string != present["format"]?.string { breaks.append("\(place) has another format") }
        if let words = present["enum"] {
            let words = Set(words.elements.compactMap(\.string))
            for word in former["enum"]?.elements.compactMap(\.string) ?? [] where !words.contains(word) {
                breaks.append("\(place): \"\(word)\" is gone")
            }
        }
        let (had, has) = (Self.required(former), Self.required(present))
        for name in has.subtracting(had).sorted() { breaks.append("\(place).\(name) must be there") }
        for (name, member) in former["properties"].map({ Array($0.members) }) ?? [] {
            compareInput(member, with: present["properties"]?[name], at: "\(place).\(name)")
        }
        compareInput(former["items"], with: present["items"], at: "\(place)[]")
        compareInput(former["additionalProperties"], with: present["additionalProperties"], at: "\(place).*")
    }

    /// What comes from the service: all that was there must be there.
    private mutating func compareResult(
        _ former: JSONNode?,
        with present: JSONNode?,
        at place: String,
        isStored: Bool = false
    ) {
        guard let former, let present, isSameType(former, present, place) else { return }
        if former["format"]?.string != present["format"]?.string { breaks.append("\(place) has another format") }
        let words = Set(former["enum"]?.elements.compactMap(\.string) ?? [])
        for word in present["enum"]?.elements.compactMap(\.string) ?? [] where !words.contains(word) {
            breaks.append("\(place): \"\(word)\" is new")
        }
        let (had, has) = (Self.required(former), Self.required(present))
        // Events are given out again, and results under a repeated key, as they were.
        for name in has.subtracting(had).sorted() where isStored {
            breaks.append("\(place): \(name) must be there, and stored ones lack it")
        }
        for name in had.subtracting(has).sorted() {
            breaks.append("\(place): \(name) may be absent or is gone")
        }
        for (name, member) in former["properties"].map({ Array($0.members) }) ?? [] {
            compareResult(
                member,
                with: present["properties"]?[name],
                at: "\(place).\(name)",
                isStored: isStored
            )
        }
        compareResult(former["items"], with: present["items"], at: "\(place)[]", isStored: isStored)
        let values = (former["additionalProperties"], present["additionalProperties"])
        compareResult(values.0, with: values.1, at: "\(place).*", isStored: isStored)
    }

    private mutating func isSameType(_ former: JSONNode, _ present: JSONNode, _ place: String) -> Bool {
        guard former["type"]?.string == present["type"]?.string else {
            breaks.append("\(place) was \(former["type"]?.string ?? "any") and is \(present["type"]?.string ?? "any")")
            return false
        }
        return true
    }

    private mutating func compareErrors() {
        for (name, error) in former["components"]?["errors"].map({ Array($0.members) }) ?? [] {
            guard let other = present["components"]?["errors"]?[name] else { continue }
            let same =
                error["code"]?.integer == other["code"]?.integer
                && error["data"]?["status"]?.integer == other["data"]?["status"]?.integer
            if !same { breaks.append("the error \(name) has another code or status") }
        }
    }

    private mutating func compareEvents() {
        let now = Self.named(present["x-events"], by: "type")
        for (type, event) in Self.named(former["x-events"], by: "type").sorted(by: { $0.key < $1.key }) {
            guard let other = now[type] else {
                breaks.append("the event \(type) is gone")
                continue
            }
            compareResult(
                schema(former, event["data"]),
                with: schema(present, other["data"]),
                at: type,
                isStored: true
            )
        }
    }

    private func schema(_ document: JSONNode, _ node: JSONNode?) -> JSONNode? {
        guard let name = node?["$ref"]?.string?.split(separator: "/").last else { return node }
        return document["components"]?["schemas"]?[String(name)]
    }

    private static func required(_ schema: JSONNode) -> Set<String> {
        Set(schema["required"]?.elements.compactMap(\.string) ?? [])
    }

    private static func named(_ list: JSONNode?, by member: String = "name") -> [String: JSONNode] {
        Dictionary((list?.elements.map(\.self) ?? []).compactMap { node in node[member]?.string.map { ($0, node) } }) {
            $1
        }
    }
}
