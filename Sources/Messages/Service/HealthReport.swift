public import WireJSON

/// Whether a service takes work, and if not, why.
public struct HealthReport: Sendable, Hashable, JSONWritable {
    /// One thing that must be well.
    public struct Check: Sendable, Hashable, JSONWritable {
        /// What was looked at: `storage` or `drain`.
        public let name: String
        /// Whether it is well.
        public let isOK: Bool
        /// What was found.
        public let detail: String

        /// Creates a check.
        public init(name: String, isOK: Bool, detail: String) {
            self.name = name
            self.isOK = isOK
            self.detail = detail
        }

        /// Writes the check.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("name", name)
            writer.member("status", isOK ? "ok" : "failing")
            writer.member("detail", detail)
            writer.endObject()
        }
    }

    /// Everything looked at.
    public let checks: [Check]

    /// Whether every check is well.
    public var isServing: Bool { checks.allSatisfy(\.isOK) }

    /// Creates a report.
    public init(checks: [Check]) {
        self.checks = checks
    }

    /// Reads a report; `nil` when it has no status.
    ///
    /// A status other than `SERVING` without a failing check gets one.
    public init?(_ node: JSONNode) {
        guard let status = node["status"]?.string else { return nil }
        var checks =
            (node["checks"]?.elements).map { elements in
                elements.map { check in
                    Check(
                        name: check["name"]?.string ?? "",
                        isOK: check["status"]?.isString("ok") ?? false,
                        detail: check["detail"]?.string ?? ""
                    )
                }
            } ?? []
        if status != "SERVING", checks.allSatisfy(\.isOK) {
            checks.append(Check(name: "status", isOK: false, detail: status))
        }
        self.checks = checks
    }

    /// Writes the report.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("status", isServing ? "SERVING" : "NOT_SERVING")
        writer.member("checks", checks)
        writer.endObject()
    }
}
