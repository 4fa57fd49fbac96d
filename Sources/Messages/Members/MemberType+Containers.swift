internal import WireJSON

extension MemberType where Value: Message {
    /// A message within the message.
    public static var message: MemberType<Value> {
        MemberType { depth in
            guard depth < Members.maxDescribedDepth else { return MessageSchema.ValueSchema(type: "object") }
            var value = Value()
            var members = Members(describingAtDepth: depth + 1)
            value.members(&members)
            return members.schema.type
        } read: { (node, source, members, name) throws(Members.Fault) in
            try members.nested(node, from: source, at: name)
        } write: { value, writer in
            value.write(to: &writer)
        }
    }
}

extension MemberType {
    /// A list of values of one type.
    ///
    /// - Parameters:
    ///   - type: What each of them may be.
    ///   - count: How many there may be.
    public static func list<Element>(
        of type: MemberType<Element>,
        count: ClosedRange<Int> = 0...Int.max
    ) -> MemberType<[Element]> where Value == [Element] {
        MemberType { depth in
            let schema = MessageSchema.ValueSchema(type: "array").with("items") { type.schema(depth).write(to: &$0) }
            return (count.lowerBound > 0 ? schema.with("minItems", value: count.lowerBound) : schema)
                .limited("maxItems", to: count.upperBound)
        } read: { (node, source, members, name) throws(Members.Fault) in
            guard node.kind == .array else { throw .type("an array") }
            guard source != .request || count.contains(node.count) else {
                throw .count(of: "elements", count, reason: .range)
            }
            members.path.append(name)
            defer { members.path.removeLast() }
            var values: [Element] = []
            values.reserveCapacity(node.count)
            for (index, element) in node.elements.enumerated() {
                do throws(Members.Fault) {
                    values.append(try type.read(element, source, &members, "\(index)"))
                } catch {
                    members.violate("\(index)", by: error)
                }
                // One list of bad elements must not fill the answer with their faults.
                if members.violations.count >= Members.maxViolations { break }
            }
            return values
        } write: { values, writer in
            writer.beginArray()
            for value in values { type.write(value, &writer) }
            writer.endArray()
        }
    }

    /// The most bytes of a name that is chosen by the caller: an answer must not be many times its request.
    private static var maxNameBytes: Int { 64 }

    /// An object whose members have names that the sender chooses, of at most 64 bytes.
    ///
    /// - Parameters:
    ///   - type: What each of them may be.
    ///   - count: How many there may be.
    public static func dictionary<Element>(
        of type: MemberType<Element>,
        count: ClosedRange<Int>
    ) -> MemberType<[String: Element]> where Value == [String: Element] {
        MemberType { depth in
            let schema = MessageSchema.ValueSchema(type: "object").with("additionalProperties") {
                type.schema(depth).write(to: &$0)
            }
            return (count.lowerBound > 0 ? schema.with("minProperties", value: count.lowerBound) : schema)
                .limited("maxProperties", to: count.upperBound)
        } read: { (node, source, members, name) throws(Members.Fault) in
            guard node.kind == .object else { throw .type("an object") }
            guard source != .request || count.contains(node.count) else {
                throw .count(of: "members", count, reason: .range)
            }
            members.path.append(name)
            defer { members.path.removeLast() }
            var values: [String: Element] = [:]
            for (key, value) in node.members {
                guard source != .request || key.utf8.count <= maxNameBytes else {
                    throw Members.Fault(reason: .malformed, detail: "has a name of more than \(maxNameBytes) bytes")
                }
                do throws(Members.Fault) {
                    values[key] = try type.read(value, source, &members, key)
                } catch {
                    members.violate(key, by: error)
                }
            }
            return values
        } write: { values, writer in
            writer.object { writer in
                // Sorted, so that a repeated answer is the same text.
                for (name, value) in values.sorted(by: { $0.key < $1.key }) {
                    writer.name(name)
                    type.write(value, &writer)
                }
            }
        }
    }
}

extension Members {
    /// Reads a message that is a value of this one, or an element of one.
    fileprivate mutating func nested<Value: Message>(
        _ node: JSONNode,
        from source: Source,
        at name: String
    ) throws(Fault) -> Value {
        guard node.kind == .object else { throw .type("an object") }
        var value = Value()
        var members = Members(reading: node, from: source)
        members.path = path + [name]
        value.members(&members)
        violations += members.violations.prefix(Self.maxViolations - violations.count)
        return value
    }
}
