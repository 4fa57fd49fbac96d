internal import WireJSON

/// One input of libFuzzer, read as a JSON text within the limits of the wire and within narrow ones.
///
/// Compiled with the reader's module, see `run`. A check that fails traps, which is how libFuzzer learns of it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    // A new reader has buffers of just the size it needs, beside which the address sanitizer sees every wrong step.
    switch (read(bytes, by: JSONReader()), read(bytes, by: reused)) {
    case (.success(let root), .success(let again)):
        check(root)
        precondition(canonical(root) == canonical(again), "a reader that was used before reads something else")
        checkNarrow(bytes, depth: depth(root), members: maxMembers(root), hasLongText: hasLongText(root))
    case (.failure(let error), .failure(let again)):
        precondition(error == again, "a reader that was used before refuses for another reason")
        precondition((0...count).contains(error.offset), "a fault lies outside the text")
        precondition(!error.message.isEmpty, "a refusal says nothing")
        precondition((try? narrow.read(bytes)) == nil, "narrower limits accept more")
    default:
        preconditionFailure("a reader that was used before decides otherwise")
    }
    return 0
}

nonisolated(unsafe) private let reused = JSONReader()
private let narrowLimits = JSONLimits(bytes: 512, depth: 4, members: 4, string: 16)
nonisolated(unsafe) private let narrow = JSONReader(limits: narrowLimits)

private func read(_ bytes: [UInt8], by reader: JSONReader) -> Result<JSONNode, JSONError> {
    do throws(JSONError) {
        return .success(try reader.read(bytes))
    } catch {
        return .failure(error)
    }
}

private func checkNarrow(_ bytes: [UInt8], depth: Int, members: Int, hasLongText: Bool) {
    let isAccepted = (try? narrow.read(bytes)) != nil
    let fits = bytes.count <= narrowLimits.bytes && depth <= narrowLimits.depth && members <= narrowLimits.members
    precondition(fits || !isAccepted, "more is accepted than a limit allows")
    // A text is counted with its escapes, which it no longer has here: a short one may have been too long.
    precondition(!hasLongText || !isAccepted, "a longer string is accepted than the limit allows")
    precondition(isAccepted || !fits || bytes.contains(UInt8(ascii: "\\")) || hasLongText, "a limit is counted wrongly")
}

private func hasLongText(_ node: JSONNode) -> Bool {
    (node.string?.utf8.count ?? 0) > narrowLimits.string
        || node.members.contains { $0.name.utf8.count > narrowLimits.string || hasLongText($0.value) }
        || node.elements.contains { hasLongText($0) }
}

private func check(_ root: JSONNode) {
    visit(root)
    let text = written { root.write(to: &$0) }
    let form = canonical(root)
    for copy in [text, form] {
        guard let node = try? JSONReader().read(copy) else {
            preconditionFailure("what was written cannot be read")
        }
        precondition(canonical(node) == form, "a text changes when it is written and read")
    }
}

private func visit(_ node: JSONNode) {
    switch node.kind {
    case .object:
        var seen = 0
        for (name, value) in node.members {
            seen += 1
            precondition(node[name].map(canonical) == canonical(value), "a member is not found by its name")
            visit(value)
        }
        precondition(seen == node.count, "an object has other members than it counts")
    case .array:
        var seen = 0
        for element in node.elements {
            seen += 1
            visit(element)
        }
        precondition(seen == node.count, "an array has other elements than it counts")
        precondition(node[seen] == nil, "there is an element after the last")
    case .string:
        precondition(node.string != nil, "a string has no text")
    case .integer, .number:
        guard let text = node.numberText else { preconditionFailure("a number has no text") }
        if let integer = node.integer {
            precondition(Int(text) == integer, "an integer is not what its text says")
        }
    case .boolean:
        precondition(node.boolean != nil, "a boolean has no value")
    case .null:
        precondition(node.isNull, "null is not null")
    }
}

private func depth(_ node: JSONNode) -> Int {
    switch node.kind {
    case .object: 1 + (node.members.map { depth($0.value) }.max() ?? 0)
    case .array: 1 + (node.elements.map { depth($0) }.max() ?? 0)
    default: 0
    }
}

private func maxMembers(_ node: JSONNode) -> Int {
    let below = node.members.map { maxMembers($0.value) } + node.elements.map { maxMembers($0) }
    return max(node.kind == .object ? node.count : 0, below.max() ?? 0)
}

private func canonical(_ node: JSONNode) -> [UInt8] {
    written { node.writeCanonical(to: &$0) }
}

private func written(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    write(&writer)
    return writer.bytes
}
