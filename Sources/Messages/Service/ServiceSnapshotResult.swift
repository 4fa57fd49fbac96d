package import WireJSON

/// The result of `service.snapshot`.
package enum ServiceSnapshotResult: Sendable, Hashable, JSONWritable {
    /// The worker begins with a snapshot, which will be of this row of the log or a later one.
    case requested(row: Int)
    /// It makes none, for this reason.
    case refused(String)

    /// Reads a result; `nil` for JSON that is none.
    package init?(_ node: JSONNode) {
        switch node["requested"]?.boolean {
        case true?: self = .requested(row: node["row"]?.integer ?? 0)
        case false?: self = .refused(node["detail"]?.string ?? "")
        case nil: return nil
        }
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .requested(let row):
            writer.member("requested", true)
            writer.member("row", row)
        case .refused(let detail):
            writer.member("requested", false)
            writer.member("detail", detail)
        }
        writer.endObject()
    }
}
