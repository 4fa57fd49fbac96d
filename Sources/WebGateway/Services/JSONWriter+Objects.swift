internal import WireJSON

extension JSONWriter {
    /// The bytes of an object with other members than it has.
    ///
    /// - Parameters:
    ///   - node: The object.
    ///   - name: A member of it to leave out.
    ///   - more: Writes those that come in its place, or besides.
    static func object(_ node: JSONNode, without name: String? = nil, more: (inout JSONWriter) -> Void) -> [UInt8] {
        object { writer in
            for (member, value) in node.members where member != name {
                writer.name(member)
                writer.value(value)
            }
            more(&writer)
        }
    }
}
