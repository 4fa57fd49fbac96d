package import WireJSON

/// The result of `service.outcome`: what a service knows of a write.
package enum ServiceOutcomeResult: Sendable, Hashable, JSONWritable {
    /// It was done: by which method, with which result, byte for byte, and the stream position of its last event.
    case applied(method: String, result: [UInt8], sequence: Int)
    /// Nothing is stored under the key: it never arrived, was refused, or was done so long ago that it is forgotten.
    case unknown

    /// Reads a result; `nil` when it is none.
    package init?(_ node: JSONNode) {
        switch node["state"]?.string {
        case "applied":
            guard let method = node["method"]?.string, let result = node["result"],
                let sequence = node["sequence"]?.integer
            else { return nil }
            self = .applied(method: method, result: result.jsonBytes, sequence: sequence)
        case "unknown":
            self = .unknown
        default:
            return nil
        }
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .applied(let method, let result, let sequence):
            writer.member("state", "applied")
            writer.member("method", method)
            writer.member("result", raw: result)
            writer.member("sequence", sequence)
        case .unknown:
            writer.member("state", "unknown")
        }
        writer.endObject()
    }
}
