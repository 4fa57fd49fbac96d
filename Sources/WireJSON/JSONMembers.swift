internal import CSimdJSON

/// Members of one object that were looked for together.
///
/// Like a node it keeps its text alive.
package struct JSONMembers {
    let document: JSONDocument
    /// The object.
    let object: UInt32
    /// The values in the order of their names; 0, which is never a value, where there is none.
    ///
    /// An `InlineArray` would be looked at in a copy of all this, with a reference to the document counted each time.
    var values = SIMD8<UInt32>()

    /// The value of a member; nil when there is none.
    ///
    /// - Parameter position: That of its name.
    package subscript(_ position: Int) -> JSONNode? {
        let value = values[position]
        return value == 0 ? nil : JSONNode(document: document, index: value)
    }

    /// Whether there is a member.
    ///
    /// - Parameter position: That of its name.
    package func has(_ position: Int) -> Bool { values[position] != 0 }

    /// The decoded text of a string; nil for any other kind, and when there is none.
    ///
    /// - Parameter position: That of its name.
    package func string(_ position: Int) -> String? {
        guard has(position), document.node(at: values[position]).kind == .string else { return nil }
        return document.string(at: values[position])
    }

    /// The value of an integer that fits `Int`; nil for any other value, and when there is none.
    ///
    /// - Parameter position: That of its name.
    package func integer(_ position: Int) -> Int? {
        has(position) ? document.integer(at: values[position]) : nil
    }

    /// Whether the value of a member is a string with exactly this text, byte for byte.
    ///
    /// - Parameters:
    ///   - position: That of its name.
    ///   - text: What to compare with.
    package func isString(at position: Int, _ text: StaticString) -> Bool {
        guard has(position), document.node(at: values[position]).kind == .string else { return false }
        return unsafe document.stringEquals(at: values[position], text.bytes)
    }

    /// Where the text of a string is; nil when the member is none, or is written with escapes.
    ///
    /// - Parameter position: That of its name.
    /// - Returns: The bytes between its quotes, counted from the first byte of the object.
    package func place(_ position: Int) -> Range<Int>? {
        guard has(position) else { return nil }
        let node = document.node(at: values[position])
        guard node.kind == .string, !node.escaped else { return nil }
        let start = Int(node.start - document.node(at: object).start)
        return start..<start + Int(node.length)
    }
}

extension JSONNode {
    /// Whether ``jsonBytes`` are the bytes that were read: there is no white space between them.
    package var isCompact: Bool {
        document.node(at: index).compact
    }

    /// The values of several members, found in one walk; none when this is no object.
    ///
    /// - Parameter names: Compared as ``subscript(_:)-(String)`` does.
    package func members(_ names: JSONNames) -> JSONMembers {
        var found = JSONMembers(document: document, object: index)
        if document.node(at: index).kind == .object {
            document.findMembers(names, ofObjectAt: index, into: &found.values)
        }
        return found
    }
}
