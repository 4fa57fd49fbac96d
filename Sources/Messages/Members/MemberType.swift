internal import WireJSON

/// What may stand at a member: how it is described, read and written.
public struct MemberType<Value> {
    typealias Read = (JSONNode, Members.Source, inout Members, _ name: String) throws(Members.Fault) -> Value

    let schema: (_ depth: Int) -> MessageSchema.ValueSchema
    let read: Read
    let write: (Value, inout JSONWriter) -> Void
}

extension MemberType<Int> {
    /// A whole number in a range.
    public static func integer(in range: ClosedRange<Int>) -> MemberType<Int> {
        MemberType { _ in
            MessageSchema.ValueSchema(type: "integer").with("minimum", value: range.lowerBound)
                .with("maximum", value: range.upperBound)
        } read: { (node, source, _, _) throws(Members.Fault) in
            guard let number = node.integer else {
                guard node.kind == .integer else { throw .type("an integer without fraction or exponent") }
                throw outside(range)
            }
            guard source != .request || range.contains(number) else { throw outside(range) }
            return number
        } write: { value, writer in
            writer.integer(value)
        }
    }

    /// A number of things, bytes or milliseconds.
    static var count: MemberType<Int> { .integer(in: 0...Int.max) }
    /// What numbers things: versions, products, vendors, pictures.
    static var id: MemberType<Int> { .integer(in: 1...Int.max) }
    /// How many there are of what is sold.
    static var level: MemberType<Int> { .integer(in: 0...1_000_000_000) }

    /// A whole number in a range of which one is left out.
    package static func integer(in range: ClosedRange<Int>, except hole: Int) -> MemberType<Int> {
        let number = integer(in: range)
        return MemberType { depth in
            number.schema(depth).with("not") { writer in writer.object { $0.member("const", hole) } }
        } read: { (node, source, members, name) throws(Members.Fault) in
            let value = try number.read(node, source, &members, name)
            guard value != hole else { throw Members.Fault(reason: .range, detail: "must not be \(hole)") }
            return value
        } write: { value, writer in
            writer.integer(value)
        }
    }

    private static func outside(_ range: ClosedRange<Int>) -> Members.Fault {
        Members.Fault(reason: .range, detail: "must be \(range.lowerBound) to \(range.upperBound)")
    }

    /// A moment, in milliseconds since 1970-01-01 UTC; on the wire a text such as `2026-11-21T03:04:05.678Z` (RFC
    /// 3339).
    public static var time: MemberType<Int> {
        MemberType { _ in
            MessageSchema.ValueSchema(type: "string").with("format") { $0.string("date-time") }
        } read: { (node, _, _, _) throws(Members.Fault) in
            guard let text = node.string else { throw .type("a string") }
            guard let time = Timestamp.milliseconds(text) else {
                throw Members.Fault(reason: .malformed, detail: "must be a time as in 2026-11-21T03:04:05.678Z")
            }
            return time
        } write: { value, writer in
            writer.string(Timestamp.text(value))
        }
    }
}

extension MemberType<String> {
    /// A text; what it may have is counted in bytes of UTF-8.
    public static func text(bytes: ClosedRange<Int> = 1...256) -> MemberType<String> {
        MemberType { _ in
            let schema = MessageSchema.ValueSchema(type: "string")
            // Schemas count characters, of which a text has at least one in each four bytes.
            return (bytes.lowerBound > 0 ? schema.with("minLength", value: (bytes.lowerBound + 3) / 4) : schema)
                .limited("maxLength", to: bytes.upperBound)
        } read: { (node, source, _, _) throws(Members.Fault) in
            guard let text = node.string else { throw .type("a string") }
            guard source != .request || bytes.contains(text.utf8.count) else {
                throw .count(of: "bytes of UTF-8", bytes, reason: .malformed)
            }
            return text
        } write: { value, writer in
            writer.string(value)
        }
    }

    /// A text of any length: its rules are judged elsewhere.
    package static var anyText: MemberType<String> { .text(bytes: 0...Int.max) }

    /// A text; what it may have is counted in Unicode scalars.
    package static func characters(_ characters: ClosedRange<Int>) -> MemberType<String> {
        MemberType { _ in
            MessageSchema.ValueSchema(type: "string").limited("maxLength", to: characters.upperBound)
        } read: { (node, source, _, _) throws(Members.Fault) in
            guard let text = node.string else { throw .type("a string") }
            guard source != .request || characters.contains(text.unicodeScalars.count) else {
                throw .count(of: "characters", characters, reason: .malformed)
            }
            return text
        } write: { value, writer in
            writer.string(value)
        }
    }

    /// A number of any size and precision as its text; see ``ExactNumber``.
    package static var decimal: MemberType<String> {
        let number = MemberType<ExactNumber>.number
        return MemberType(schema: number.schema) { (node, source, members, name) throws(Members.Fault) in
            try number.read(node, source, &members, name).text
        } write: { value, writer in
            writer.number(value)
        }
    }
}

extension MemberType<ExactNumber> {
    /// A number of any size and precision.
    public static var number: MemberType<ExactNumber> {
        MemberType { _ in
            MessageSchema.ValueSchema(type: "number")
        } read: { (node, _, _, _) throws(Members.Fault) in
            guard let text = node.numberText else { throw .type("a number") }
            return ExactNumber(known: text)
        } write: { value, writer in
            writer.number(value.text)
        }
    }
}

extension MemberType<Bool> {
    /// `true` or `false`.
    public static var boolean: MemberType<Bool> {
        MemberType { _ in
            MessageSchema.ValueSchema(type: "boolean")
        } read: { (node, _, _, _) throws(Members.Fault) in
            guard let boolean = node.boolean else { throw .type("true or false") }
            return boolean
        } write: { value, writer in
            writer.boolean(value)
        }
    }
}

extension MemberType where Value: RawRepresentable<String> & CaseIterable {
    /// One of the words that the type has.
    public static var choice: MemberType<Value> {
        MemberType { _ in
            MessageSchema.ValueSchema(type: "string").with("enum") { writer in
                writer.beginArray()
                for word in Value.allCases { writer.string(word.rawValue) }
                writer.endArray()
            }
        } read: { (node, _, _, _) throws(Members.Fault) in
            guard let text = node.string else { throw .type("a string") }
            guard let value = Value(rawValue: text) else {
                let words = Value.allCases.map(\.rawValue).joined(separator: ", ")
                throw Members.Fault(reason: .unknown, detail: "must be one of \(words)")
            }
            return value
        } write: { value, writer in
            writer.string(value.rawValue)
        }
    }
}
