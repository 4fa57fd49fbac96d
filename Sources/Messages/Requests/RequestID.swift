package import WireJSON

/// The `id` of a request, echoed by its reply.
package enum RequestID: Sendable, Hashable, JSONWritable, CustomStringConvertible {
    /// A string id.
    case string(String)
    /// An integer id.
    case integer(Int)

    /// Reads an id; `nil` for anything that is not a string or an integer.
    package init?(_ node: JSONNode) {
        if let text = node.string {
            self = .string(text)
        } else if let number = node.integer {
            self = .integer(number)
        } else {
            return nil
        }
    }

    /// Writes the id as it came.
    package func write(to writer: inout JSONWriter) {
        switch self {
        case .string(let text): writer.string(text)
        case .integer(let number): writer.integer(number)
        }
    }

    /// The id as text.
    package var description: String {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        }
    }
}
