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

        package init(name: String, isOK: Bool, detail: String) {
            self.name = name
            self.isOK = isOK
            self.detail = detail
        }

        package func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("name", name)
            writer.member("status", isOK ? "ok" : "failing")
            writer.member("detail", detail)
            writer.endObject()
        }
    }

    /// Something that should be looked after although the service does its work.
    package struct Warning: Sendable, Hashable, JSONWritable {
        /// What a program can act on.
        package enum Name: String, Sendable, Hashable, CaseIterable {
            /// The newest write is dated later than the service's clock is now.
            case clock
            /// Somebody who reads the store keeps its write-ahead log from being begun anew, so that it grows.
            case log
        }

        /// What it is about.
        package let name: Name
        /// What was found, for people.
        package let detail: String

        package init(_ name: Name, _ detail: String) {
            self.name = name
            self.detail = detail
        }

        package func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("name", name.rawValue)
            writer.member("detail", detail)
            writer.endObject()
        }
    }

    /// Everything looked at.
    package let checks: [Check]
    /// What should be looked after; of a newer service only what is known here.
    package let warnings: [Warning]

    /// Whether every check is well.
    package var isServing: Bool { checks.allSatisfy(\.isOK) }

    package init(checks: [Check], warnings: [Warning] = []) {
        self.checks = checks
        self.warnings = warnings
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
        warnings =
            (node["warnings"]?.elements).map { elements in
                elements.compactMap { warning in
                    (warning["name"]?.string).flatMap(Warning.Name.init).map {
                        Warning($0, warning["detail"]?.string ?? "")
                    }
                }
            } ?? []
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("status", isServing ? "SERVING" : "NOT_SERVING")
        writer.member("checks", checks)
        if !warnings.isEmpty { writer.member("warnings", warnings) }
        writer.endObject()
    }
}
