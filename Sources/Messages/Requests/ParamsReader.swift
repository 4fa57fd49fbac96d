package import WireJSON

/// Reads the params of a request and collects everything that is wrong with them.
///
/// Each read returns a value in any case, so that one pass finds all violations; ``finish()`` then refuses them together.
package struct ParamsReader {
    /// The longest name of a member that is looked at, in bytes of UTF-8.
    private static let maxNameBytes = 64

    let node: JSONNode?
    /// What is wrong so far.
    package private(set) var violations: [Violation] = []

    /// Reads from the params of a request; absent params are an empty object.
    package init(_ node: JSONNode?) {
        self.node = node
    }

    /// Ends the reading.
    ///
    /// - Throws: ``RPCError`` `INVALID_PARAMS` with every violation found.
    package func finish() throws(RPCError) {
        guard violations.isEmpty else { throw RPCError(violations: violations) }
    }

    /// The value of a member; `nil` when it is absent.
    package func member(_ name: String) -> JSONNode? {
        node?[name]
    }

    /// Adds a violation of a member that the caller found itself.
    ///
    /// - Parameters:
    ///   - path: The names from the params down to the faulty value.
    ///   - reason: What kind of fault.
    ///   - detail: One sentence.
    package mutating func violate(_ path: String..., reason: Violation.Reason, detail: String) {
        violations.append(Violation(path: path, reason: reason, detail: detail))
    }

    /// Adds a violation that was found by the rules of a service, unless its member has one already.
    ///
    /// A member that could not be read counts as missing for those rules; that is not told besides.
    package mutating func add(_ violation: Violation) {
        guard !violations.contains(where: { $0.pointer == violation.pointer }) else { return }
        violations.append(violation)
    }

    /// A text that must be there, 1…`maxLength` bytes.
    package mutating func string(_ name: String, maxLength: Int = 256) -> String {
        guard let value = member(name) else {
            violate(name, reason: .required, detail: "\(name) is required")
            return ""
        }
        return text(value, name: name, maxLength: maxLength) ?? ""
    }

    /// A text that may be absent, 1…`maxLength` bytes.
    package mutating func optionalString(_ name: String, maxLength: Int = 256) -> String? {
        member(name).flatMap { text($0, name: name, maxLength: maxLength) }
    }

    /// A whole number in a range.
    ///
    /// - Parameters:
    ///   - name: The member.
    ///   - range: What it may be.
    ///   - absent: What its absence means; `nil` when it must be there.
    package mutating func integer(_ name: String, in range: ClosedRange<Int>, absent: Int? = nil) -> Int {
        guard let value = member(name) else {
            guard let absent else {
                violate(name, reason: .required, detail: "\(name) is required")
                return range.lowerBound
            }
            return absent
        }
        return number(value, name: name, range: range) ?? range.lowerBound
    }

    /// A whole number in a range that may be absent.
    package mutating func optionalInteger(_ name: String, in range: ClosedRange<Int>) -> Int? {
        member(name).flatMap { number($0, name: name, range: range) }
    }

    /// `true` or `false`.
    ///
    /// - Parameters:
    ///   - name: The member.
    ///   - absent: What its absence means.
    package mutating func boolean(_ name: String, absent: Bool) -> Bool {
        guard let value = member(name) else { return absent }
        guard let boolean = value.boolean else {
            violate(name, reason: .type, detail: "\(name) must be true or false")
            return absent
        }
        return boolean
    }

    /// An object whose members are whole numbers in a range, at least one.
    ///
    /// - Parameters:
    ///   - name: The member.
    ///   - range: What the numbers may be.
    ///   - except: A number of the range that they may not be.
    package mutating func integers(
        _ name: String,
        in range: ClosedRange<Int>,
        except: Int? = nil
    ) -> [String: Int] {
        guard let object = member(name) else {
            violate(name, reason: .required, detail: "\(name) is required")
            return [:]
        }
        guard object.kind == .object else {
            violate(name, reason: .type, detail: "\(name) must be an object")
            return [:]
        }
        guard object.count > 0 else {
            violate(name, reason: .range, detail: "\(name) must have at least one member")
            return [:]
        }
        var values: [String: Int] = [:]
        for (key, value) in object.members {
            // A name that cannot be one of ours is not repeated: an answer must not be many times its request.
            guard key.utf8.count <= Self.maxNameBytes else {
                violate(name, reason: .malformed, detail: "a name in \(name) has at most \(Self.maxNameBytes) bytes")
                continue
            }
            values[key] = number(value, name: key, in: name, range: range)
            if let except, values[key] == except {
                violate(name, key, reason: .range, detail: "\(name).\(key) must not be \(except)")
            }
        }
        return values
    }

    private mutating func text(_ value: JSONNode, name: String, maxLength: Int) -> String? {
        guard let text = value.string else {
            violate(name, reason: .type, detail: "\(name) must be a string")
            return nil
        }
        guard (1...maxLength).contains(text.utf8.count) else {
            violate(name, reason: .malformed, detail: "\(name) must have 1 to \(maxLength) bytes of UTF-8")
            return nil
        }
        return text
    }

    private mutating func number(
        _ value: JSONNode,
        name: String,
        in object: String? = nil,
        range: ClosedRange<Int>
    ) -> Int? {
        if let number = value.integer, range.contains(number) { return number }
        let path = (object.map { [$0] } ?? []) + [name]
        let isInteger = value.kind == .integer
        violations.append(
            Violation(
                path: path,
                reason: isInteger ? .range : .type,
                detail: path.joined(separator: ".")
                    + (isInteger
                        ? " must be \(range.lowerBound) to \(range.upperBound)"
                        : " must be an integer without fraction or exponent")
            )
        )
        return nil
    }
}

/// The params of one method, read from the wire by a service and written to it by a client.
package protocol RequestParams: JSONWritable {
    /// Reads the params; what is wrong is collected by the reader.
    init(from reader: inout ParamsReader)
}

extension RequestParams {
    /// Reads the params of a request.
    ///
    /// - Throws: ``RPCError`` `INVALID_PARAMS` with every violation.
    package init(_ node: JSONNode?) throws(RPCError) {
        var reader = ParamsReader(node)
        self.init(from: &reader)
        try reader.finish()
    }
}
