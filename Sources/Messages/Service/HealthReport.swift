package import WireJSON

/// Whether a service takes work, and if not, why.
package struct HealthReport: Sendable, Hashable, JSONWritable {
    /// One thing that must be well.
    package struct Check: Sendable, Hashable, JSONWritable {
        /// What was looked at: `storage` or `drain`.
        package let name: String
        /// Whether it is well.
        package let isOK: Bool
        /// What was found.
        package let detail: String

        /// Creates a check.
        package init(name: String, isOK: Bool, detail: String) {
            self.name = name
            self.isOK = isOK
            self.detail = detail
        }

        /// Writes the check.
        package func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("name", name)
            writer.member("status", isOK ? "ok" : "failing")
            writer.member("detail", detail)
            writer.endObject()
        }
    }

    /// Everything looked at.
    package let checks: [Check]

    /// Whether every check is well.
    package var isServing: Bool { checks.allSatisfy(\.isOK) }

    /// Creates a report.
    package init(checks: [Check]) {
        self.checks = checks
    }

    /// Reads a report; `nil` when it has no status.
    ///
    /// A status other than `SERVING` without a failing check gets one.
    package init?(_ node: JSONNode) {
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
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("status", isServing ? "SERVING" : "NOT_SERVING")
        writer.member("checks", checks)
        writer.endObject()
    }
}
