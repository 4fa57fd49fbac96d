import WireJSON

/// A JSON value that keeps the order of its members and the text of its numbers, so that what is read can be written.
enum JSONValue: Sendable, Hashable {
    /// One member of an object.
    struct Member: Sendable, Hashable {
        let name: String
        let value: JSONValue
    }

    case object([Member])
    case array([JSONValue])
    case string(String)
    case number(String)
    case boolean(Bool)
    case null

    init(_ node: JSONNode) {
        switch node.kind {
        case .object: self = .object(node.members.map { Member(name: $0.name, value: JSONValue($0.value)) })
        case .array: self = .array(node.elements.map { JSONValue($0) })
        case .string: self = .string(node.string ?? "")
        case .integer, .number: self = .number(node.numberText ?? "0")
        case .boolean: self = .boolean(node.boolean ?? false)
        case .null: self = .null
        }
    }

    subscript(_ name: String) -> JSONValue? {
        members.first { $0.name == name }?.value
    }

    var members: [Member] {
        if case .object(let members) = self { members } else { [] }
    }

    var elements: [JSONValue] {
        if case .array(let elements) = self { elements } else { [] }
    }

    var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    var integer: Int? {
        if case .number(let text) = self { Int(text) } else { nil }
    }

    /// The value with every string replaced, also the names of members where `names` is set.
    func mapStrings(_ change: (_ text: String, _ member: String?) -> String, member: String? = nil) -> JSONValue {
        switch self {
        case .object(let members):
            .object(members.map { Member(name: $0.name, value: $0.value.mapStrings(change, member: $0.name)) })
        case .array(let elements): .array(elements.map { $0.mapStrings(change, member: member) })
        case .string(let text): .string(change(text, member))
        case .number, .boolean, .null: self
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    init(stringLiteral value: String) {
        self = .string(value)
    }

    init(arrayLiteral elements: JSONValue...) {
        self = .array(elements)
    }

    init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { Member(name: $0.0, value: $0.1) })
    }
}
