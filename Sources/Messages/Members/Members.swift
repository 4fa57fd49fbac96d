internal import WireJSON

/// Visits the members of a ``Message``, to read, to write or to describe them.
///
/// A member whose property is optional may be absent, and `null` is a wrong type. A member whose property is not
/// optional must be there, unless ``Need/optional`` says otherwise: then an absent one leaves the property as it was.
/// Members that no message visits are passed over.
public struct Members: ~Copyable {
    /// Whether a member must be there.
    public enum Need: Sendable, Hashable {
        /// It must.
        case required
        /// It may be absent; the property then keeps its value, which the contract names as the default.
        case optional
    }

    /// Where a message comes from, which says how strictly it is read.
    enum Source {
        /// From a caller: everything must be as described.
        case request
        /// From a service, which may be newer: ranges may be wider.
        case reply
        /// From the store, where an older version has put it: members may be absent, too.
        case store
    }

    enum Purpose {
        case reading(JSONNode?, from: Source)
        case writing
        case describing(depth: Int)
    }

    /// What is wrong with a value.
    struct Fault: Error {
        let reason: Violation.Reason
        let detail: String

        static func type(_ expected: String) -> Fault { Fault(reason: .type, detail: "must be \(expected)") }

        static func count(of things: String, _ range: ClosedRange<Int>, reason: Violation.Reason) -> Fault {
            let words =
                switch (range.lowerBound, range.upperBound) {
                case (1, .max): "at least one \(things.dropLast())"
                case (0, let most): "at most \(most) \(things)"
                case (let least, let most): "\(least) to \(most) \(things)"
                }
            return Fault(reason: reason, detail: "must have \(words)")
        }
    }

    /// How deep a description goes into messages of messages.
    static let maxDescribedDepth = 16
    /// How many violations are collected; more help nobody, and a small request must not become a large reply.
    static let maxViolations = 64

    let purpose: Purpose
    var writer = JSONWriter()
    var schema = MessageSchema()
    /// What is wrong with what was read.
    var violations: [Violation] = []
    /// The names that lead from the params to the message that is read.
    var path: [String] = []

    init(reading node: JSONNode?, from source: Source) { purpose = .reading(node, from: source) }

    init(writingTo writer: inout JSONWriter) {
        purpose = .writing
        swap(&self.writer, &writer)
        self.writer.beginObject()
    }

    init(describingAtDepth depth: Int) { purpose = .describing(depth: depth) }

    mutating func finish(writingTo writer: inout JSONWriter) {
        self.writer.endObject()
        swap(&self.writer, &writer)
    }

    /// Adds a rule between members, or one that no other function has.
    ///
    /// - Parameters:
    ///   - holds: Whether the rule holds; looked at only when a request is read whose members are right by themselves.
    ///   - member: The member to blame.
    ///   - detail: What it must be, such as `must not be later than the end`.
    public mutating func check(
        _ holds: @autoclosure () -> Bool,
        _ member: StaticString,
        _ detail: @autoclosure () -> String
    ) {
        guard case .reading(_, from: .request) = purpose, violations.isEmpty, !holds() else { return }
        violate(member.description, by: Fault(reason: .malformed, detail: detail()))
    }

    /// Visits one member that must be there, or keeps the value that the property has.
    ///
    /// - Parameters:
    ///   - name: Its name on the wire.
    ///   - value: The property.
    ///   - type: What may stand there.
    ///   - about: One sentence for the contract, such as `How many to add.`
    ///   - need: Whether it must be there.
    public mutating func callAsFunction<Value>(
        _ name: StaticString,
        _ value: inout Value,
        _ type: MemberType<Value>,
        _ about: StaticString,
        need: Need = .required
    ) {
        switch purpose {
        case .writing:
            writer.name(name)
            type.write(value, &writer)
        case .reading(let node, let source):
            guard let member = node?[name.description] else {
                if need == .required, source != .store {
                    violate(name.description, by: Fault(reason: .required, detail: "is required"))
                }
                return
            }
            read(member, from: source, at: name.description, as: type).map { value = $0 }
        case .describing(let depth):
            var schema = type.schema(depth)
            if need == .optional { schema.add("default") { type.write(value, &$0) } }
            describe(name, as: schema, isRequired: need == .required, about: about)
        }
    }

    /// Visits one member that may be absent.
    ///
    /// - Parameters:
    ///   - name: Its name on the wire.
    ///   - value: The property; `nil` when it is absent.
    ///   - type: What may stand there.
    ///   - about: One sentence for the contract.
    public mutating func callAsFunction<Value>(
        _ name: StaticString,
        _ value: inout Value?,
        _ type: MemberType<Value>,
        _ about: StaticString
    ) {
        switch purpose {
        case .writing:
            guard let value else { return }
            writer.name(name)
            type.write(value, &writer)
        case .reading(let node, let source):
            value = node?[name.description].flatMap { read($0, from: source, at: name.description, as: type) }
        case .describing(let depth): describe(name, as: type.schema(depth), isRequired: false, about: about)
        }
    }

    /// Visits a text that may be empty, which is the same as absent: a search field that nobody has typed into.
    package mutating func search(
        _ name: StaticString,
        _ value: inout String,
        characters: ClosedRange<Int>,
        _ about: StaticString
    ) {
        var text = value.isEmpty ? nil : value
        self(name, &text, .characters(characters), about)
        value = text ?? ""
    }

    /// Leaves one fault of a member, the first: one is enough to refuse it, and there may be thousands.
    package mutating func keepFirstFault(of name: StaticString) {
        let front = "/\(name)"
        func isOf(_ violation: Violation) -> Bool {
            violation.pointer == front || violation.pointer.hasPrefix(front + "/")
        }
        guard let first = violations.firstIndex(where: isOf) else { return }
        violations = violations[...first] + violations[(first + 1)...].filter { !isOf($0) }
    }

    /// Refuses params that do not have exactly one of these members, which were visited before.
    package mutating func exactlyOne(of names: StaticString...) {
        guard case .reading(let node, from: .request) = purpose else { return }
        let given = names.count { node?[$0.description] != nil }
        guard given != 1 else { return }
        let words = names.dropLast().map(\.description).joined(separator: ", ") + " and \(names[names.count - 1])"
        // No member is more at fault than another, so the pointer is that of the params themselves, and the only one.
        violations.removeAll { violation in names.contains { violation.pointer == "/\($0)" } }
        violations.append(
            Violation(
                path: path,
                reason: given == 0 ? .required : .malformed,
                detail: "exactly one of \(words) is required"
            )
        )
    }

    private mutating func read<Value>(
        _ member: JSONNode,
        from source: Source,
        at name: String,
        as type: MemberType<Value>
    ) -> Value? {
        do throws(Fault) {
            return try type.read(member, source, &self, name)
        } catch {
            violate(name, by: error)
            return nil
        }
    }

    private mutating func describe(
        _ name: StaticString,
        as type: MessageSchema.ValueSchema,
        isRequired: Bool,
        about: StaticString
    ) {
        schema.members.append(
            MessageSchema.Member(
                name: name.description,
                about: about.description,
                isRequired: isRequired,
                type: type
            )
        )
    }

    /// Adds a violation of a member, or of the element of one.
    mutating func violate(_ name: String, by fault: Fault) {
        guard violations.count < Self.maxViolations else { return }
        let path = path + [name]
        violations.append(
            Violation(path: path, reason: fault.reason, detail: "\(Self.place(of: path)) \(fault.detail)")
        )
    }

    /// A path as people write it, such as `state.terms[3].operand`.
    private static func place(of path: [String]) -> String {
        path.reduce(into: "") { place, name in
            place += Int(name) != nil && !place.isEmpty ? "[\(name)]" : (place.isEmpty ? name : ".\(name)")
        }
    }
}
