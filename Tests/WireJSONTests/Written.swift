import WireJSON

/// A value as ``JSONNode/write(to:)`` writes it.
func written(_ node: JSONNode) -> String {
    text { node.write(to: &$0) }
}

/// A value as ``JSONNode/writeCanonical(to:)`` writes it.
func canonical(_ node: JSONNode) -> String {
    text { node.writeCanonical(to: &$0) }
}

/// What a writer holds after some writing.
func text(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
}
