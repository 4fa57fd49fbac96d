package import WireJSON

extension RPCError {
    /// Writes the `error` object of a reply.
    ///
    /// - Parameters:
    ///   - isKeyed: Whether the request had an idempotency key; it decides `retryable` where the outcome is unknown.
    ///   - writer: Where to write.
    package func write(isKeyed: Bool, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("code", code)
        writer.member("message", message)
        writer.object("data") { writer in writeProblem(isKeyed: isKeyed, to: &writer) }
        writer.endObject()
    }

    /// Writes the members of a problem (RFC 9457) but its title, which is ``message``.
    package func writeProblem(isKeyed: Bool, to writer: inout JSONWriter) {
        if let known = knownReason {
            writer.member("type", known.problemType)
            writer.member("status", known.status)
        }
        writer.member("reason", reason)
        writer.member("retryable", isRetryable(isKeyed: isKeyed))
        writer.member("outcome", outcome.rawValue)
        writer.member("detail", detail)
        writeExtensions(to: &writer)
    }

    private func writeExtensions(to writer: inout JSONWriter) {
        if !violations.isEmpty { writer.member("violations", violations) }
        if !suggestions.isEmpty || knownReason?.hasSuggestions == true {
            writer.array("suggestions", of: suggestions) { writer, suggestion in writer.string(suggestion) }
        }
        if let actualVersion { writer.member("actualversion", actualVersion) }
        for detail in details {
            writer.name(detail.name)
            writer.raw(detail.json)
        }
        if let retryAfterMilliseconds { writer.member("retryafterms", retryAfterMilliseconds) }
        if let firstSequence { writer.member("firstsequence", firstSequence) }
        if let position { writer.member("position", position) }
        if let expected { writer.member("expected", expected) }
        if let active { writer.member("active", active) }
    }

    /// The members of `data` that are no details: they have a property here, or a problem document has them anyway.
    private static let envelopeMembers: Set = [
        "type", "status", "reason", "retryable", "outcome", "detail", "violations", "suggestions", "actualversion",
        "retryafterms", "firstsequence", "position", "expected", "active", "title", "code", "message",
    ]

    /// Reads the `error` object of a reply; `nil` when it has no code.
    ///
    /// A service newer than this program may give reasons that the table does not have: they are kept as they are, and
    /// what the reply says of `outcome` and `retryable` counts.
    package init?(_ node: JSONNode) {
        guard let code = node["code"]?.integer else { return nil }
        let data = node["data"]
        self.code = code
        message = node["message"]?.string ?? ""
        reason = data?["reason"]?.string ?? "CODE_\(code)"
        detail = data?["detail"]?.string ?? message
        outcome = data?["outcome"]?.string.flatMap { Outcome(rawValue: $0) } ?? .unknown
        retry = (data?["retryable"]?.boolean ?? false) ? (outcome == .unknown ? .withKey : .always) : .never
        violations = data?["violations"]?.elements.compactMap { Violation($0) } ?? []
        suggestions = data?["suggestions"]?.elements.compactMap { $0.string } ?? []
        actualVersion = data?["actualversion"]?.integer
        details =
            data?.members.filter { !Self.envelopeMembers.contains($0.name) }.map { ErrorDetail($0.name, $0.value) }
            ?? []
        retryAfterMilliseconds = data?["retryafterms"]?.integer
        firstSequence = data?["firstsequence"]?.integer
        position = data?["position"]?.integer
        expected = data?["expected"]?.string
        active = data?["active"].flatMap { ActiveWorker($0) }
    }
}
