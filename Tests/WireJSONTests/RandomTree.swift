import Platform
import WireJSON

/// A JSON value made from a seed, to be written and found again.
indirect enum RandomTree: Equatable {
    case object([String: RandomTree])
    case array([RandomTree])
    case string(String)
    case integer(Int)
    case number(String)
    case boolean(Bool)
    case null

    /// Makes a value with at most `depth` levels of objects and arrays.
    init(depth: Int, using generator: inout SeededGenerator) {
        switch Int.random(in: depth > 0 ? 0..<9 : 2..<9, using: &generator) {
        case 0:
            var members: [String: RandomTree] = [:]
            for _ in 0..<Int.random(in: 0...12, using: &generator) {
                let name = Self.text(using: &generator)
                members[name] = RandomTree(depth: depth - 1, using: &generator)
            }
            self = .object(members)
        case 1:
            let count = Int.random(in: 0...8, using: &generator)
            self = .array((0..<count).map { _ in RandomTree(depth: depth - 1, using: &generator) })
        case 2, 3: self = .string(Self.text(using: &generator))
        case 4: self = .integer(Int.random(in: .min ... .max, using: &generator))
        case 5: self = .integer(Int.random(in: -20...20, using: &generator))
        case 6:
            let fraction = UInt64.random(in: 0 ... .max, using: &generator)
            self = .number("\(Int.random(in: 0...9, using: &generator)).\(fraction)E-7")
        case 7: self = .boolean(.random(using: &generator))
        default: self = .null
        }
    }

    /// Takes a value apart that was read.
    ///
    /// Nil when it holds two names that Swift holds equal.
    init?(_ node: JSONNode) {
        switch node.kind {
        case .object:
            var members: [String: RandomTree] = [:]
            for (name, value) in node.members {
                guard let tree = RandomTree(value), members.updateValue(tree, forKey: name) == nil else { return nil }
            }
            self = .object(members)
        case .array:
            let elements = node.elements.compactMap { RandomTree($0) }
            guard elements.count == node.count else { return nil }
            self = .array(elements)
        case .string:
            guard let string = node.string else { return nil }
            self = .string(string)
        case .integer:
            guard let integer = node.integer else { return nil }
            self = .integer(integer)
        case .number:
            guard let text = node.numberText else { return nil }
            self = .number(text)
        case .boolean:
            guard let boolean = node.boolean else { return nil }
            self = .boolean(boolean)
        case .null: self = .null
        }
    }

    private static func text(using generator: inout SeededGenerator) -> String {
        let alphabet: [Character] = [
            "a", "Z", "0", " ", "\"", "\\", "/", "\n", "\0", "\u{1f}", "\u{7f}", "é", "가", "😀",
        ]
        let plain = Bool.random(using: &generator)
        let choices = plain ? alphabet[..<4] : alphabet[...]
        let count = Int.random(in: 0...(plain ? 6 : 24), using: &generator)
        return String((0..<count).compactMap { _ in choices.randomElement(using: &generator) })
    }
}

extension RandomTree: JSONWritable {
    func write(to writer: inout JSONWriter) {
        switch self {
        case .object(let members):
            writer.beginObject()
            for (name, value) in members {
                writer.name(name)
                writer.value(value)
            }
            writer.endObject()
        case .array(let elements):
            writer.beginArray()
            for element in elements { writer.value(element) }
            writer.endArray()
        case .string(let value): writer.string(value)
        case .integer(let value): writer.integer(value)
        case .number(let text): writer.number(text)
        case .boolean(let value): writer.boolean(value)
        case .null: writer.null()
        }
    }
}
