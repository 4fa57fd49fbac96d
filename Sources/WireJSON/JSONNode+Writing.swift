internal import CSimdJSON

extension JSONNode: JSONWritable {
    /// Writes this value without white space, its strings, numbers and order of members as received.
    ///
    /// - Parameter writer: Where to write it.
    package func write(to writer: inout JSONWriter) {
        document.write(at: index, to: &writer)
    }

    /// This value without white space, as ``write(to:)`` writes it.
    package var jsonBytes: [UInt8] {
        let node = document.node(at: index)
        if node.kind == .object, node.compact { return unsafe document.withText(at: index) { unsafe Array($0) } }
        // Room for the quotes of a string; what is written is never longer than what was read.
        var writer = JSONWriter(capacity: Int(node.length) + 2)
        write(to: &writer)
        return writer.bytes
    }

    /// Appends ``jsonBytes``.
    ///
    /// - Parameter bytes: What to append to.
    package func append(to bytes: inout [UInt8]) {
        guard kind == .object, isCompact else { return bytes.append(contentsOf: jsonBytes) }
        unsafe document.withText(at: index) { unsafe bytes.append(contentsOf: $0) }
    }

    /// Writes this value in a form that does not depend on spacing, on escapes or on the order of members.
    ///
    /// At every level members are sorted by the UTF-8 of their decoded names, and strings are decoded and escaped again
    /// by the writer. Numbers stay exactly as received, so `1.0` and `1` differ.
    ///
    /// - Parameter writer: Where to write it.
    package func writeCanonical(to writer: inout JSONWriter) {
        document.writeCanonical(at: index, to: &writer)
    }
}

// Both recurse once per level, which the limit on depth bounds.
extension JSONDocument {
    fileprivate func write(at index: UInt32, to writer: inout JSONWriter) {
        let node = node(at: index)
        var child = index + 1
        switch node.kind {
        case .object where node.compact, .array where node.compact:
            // It is in the text as it would be written.
            unsafe withText(at: index) { unsafe writer.appendValue($0) }
        case .object:
            writer.beginObject()
            for _ in 0..<node.count {
                unsafe withText(at: child) { unsafe writer.appendQuoted($0, isName: true) }
                write(at: child + 1, to: &writer)
                child = self.node(at: child + 1).next
            }
            writer.endObject()
        case .array:
            writer.beginArray()
            for _ in 0..<node.count {
                write(at: child, to: &writer)
                child = self.node(at: child).next
            }
            writer.endArray()
        case .string:
            unsafe withText(at: index) { unsafe writer.appendQuoted($0, isName: false) }
        case .integer, .number, .true, .false, .null:
            unsafe withText(at: index) { unsafe writer.appendValue($0) }
        }
    }

    fileprivate func writeCanonical(at index: UInt32, to writer: inout JSONWriter) {
        let node = node(at: index)
        switch node.kind {
        case .object:
            writer.beginObject()
            unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Int(node.count)) { buffer in
                var names = unsafe buffer
                var name = index + 1
                for position in 0..<Int(node.count) {
                    unsafe names.initializeElement(at: position, to: name)
                    name = self.node(at: name + 1).next
                }
                // Most are written in their order, and then there is nothing to sort.
                let isSorted = names.indices.dropFirst().allSatisfy { unsafe !stringPrecedes(names[$0], names[$0 - 1]) }
                if !isSorted { unsafe names.sort(by: stringPrecedes) }
                for index in names.indices {
                    let name = unsafe names[index]
                    writeDecoded(at: name, isName: true, to: &writer)
                    writeCanonical(at: name + 1, to: &writer)
                }
            }
            writer.endObject()
        case .array:
            writer.beginArray()
            var child = index + 1
            for _ in 0..<node.count {
                writeCanonical(at: child, to: &writer)
                child = self.node(at: child).next
            }
            writer.endArray()
        case .string:
            writeDecoded(at: index, isName: false, to: &writer)
        case .integer, .number, .true, .false, .null:
            unsafe withText(at: index) { unsafe writer.appendValue($0) }
        }
    }

    private func writeDecoded(at index: UInt32, isName: Bool, to writer: inout JSONWriter) {
        guard node(at: index).escaped else {
            // A string that was read without an escape holds nothing that needs one.
            return unsafe withText(at: index) { unsafe writer.appendQuoted($0, isName: isName) }
        }
        var text = string(at: index)
        text.withUTF8 { unsafe writer.appendEscaped($0, isName: isName) }
    }
}
