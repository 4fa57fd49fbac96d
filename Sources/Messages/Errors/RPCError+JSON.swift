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
        writer.member("type", row.problemType)
        writer.member("status", status)
        writer.member("reason", reason)
        writer.member("retryable", isRetryable(isKeyed: isKeyed))
        writer.member("outcome", outcome.rawValue)
        // Of the suite's own reasons every client knows it.
        if row.isFinal, knownReason == nil { writer.member("final", true) }
        writer.member("detail", detail)
        writeExtensions(to: &writer)
    }

    private func writeExtensions(to writer: inout JSONWriter) {
        if !violations.isEmpty { writer.member("violations", violations) }
        if !suggestions.isEmpty || row.hasSuggestions {
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
    static let envelopeMembers: Set = [
        "type", "status", "reason", "retryable", "outcome", "final", "detail", "violations", "suggestions",
        "actualversion", "retryafterms", "firstsequence", "position", "expected", "active", "title", "code", "message",
    ]

    /// Reads the `error` object of a reply; `nil` when it has no code.
    ///
    /// A reason that is not in the suite's table is kept as it is, with what the reply says of `status`, `outcome`,
    /// `retryable` and `final`.
    package init?(_ node: JSONNode) {
        guard let code = node["code"]?.integer else { return nil }
        let data = node["data"]
        let message = node["message"]?.string ?? ""
        let word = data?["reason"]?.string ?? "CODE_\(code)"
        let known = ErrorReason.ofSuite(word)
        let outcome = data?["outcome"]?.string.flatMap { Outcome(rawValue: $0) } ?? .unknown
        let status = data?["status"]?.integer.flatMap { 400...599 ~= $0 ? $0 : nil }
        row = ErrorReason(
            word,
            code: code,
            status: status ?? known?.status ?? 500,
            retry: (data?["retryable"]?.boolean ?? false) ? (outcome == .unknown ? .withKey : .always) : .never,
            outcome: outcome,
            isFinal: known?.isFinal ?? (outcome == .notApplied && data?["final"]?.boolean == true),
            hasSuggestions: known?.hasSuggestions ?? false,
            message
        )
        detail = data?["detail"]?.string ?? message
        violations = data?["violations"]?.elements.compactMap { Violation($0) } ?? []
        suggestions = data?["suggestions"]?.elements.compactMap { $0.string } ?? []
        actualVersion = data?["actualversion"]?.integer
        details =
            data?.members.filter { !Self.envelopeMembers.contains($0.name) }.map { ErrorDetail($0.name, $0.value) }
            ?? []
        // From a peer: at most an hour, so that it can be rounded and added to.
        retryAfterMilliseconds = data?["retryafterms"]?.integer.map { min(max($0, 0), 3_600_000) }
        firstSequence = data?["firstsequence"]?.integer
        position = data?["position"]?.integer
        expected = data?["expected"]?.string
        active = data?["active"].flatMap { ActiveWorker($0) }
    }
}
