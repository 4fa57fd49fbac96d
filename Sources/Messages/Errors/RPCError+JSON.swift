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
        writer.name("data")
        writer.beginObject()
        writeProblem(isKeyed: isKeyed, to: &writer)
        writer.endObject()
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
            writer.name("suggestions")
            writer.beginArray()
            for suggestion in suggestions { writer.string(suggestion) }
            writer.endArray()
        }
        if !shortages.isEmpty { writer.member("shortages", shortages) }
        if let actualVersion { writer.member("actualversion", actualVersion) }
        if !levels.isEmpty { writer.member("levels", levels) }
        if let retryAfterMilliseconds { writer.member("retryafterms", retryAfterMilliseconds) }
        if let firstSequence { writer.member("firstsequence", firstSequence) }
        if let position { writer.member("position", position) }
        if let expected { writer.member("expected", expected) }
        if let active { writer.member("active", active) }
    }

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
        shortages = data?["shortages"]?.elements.compactMap { Shortage($0) } ?? []
        actualVersion = data?["actualversion"]?.integer
        levels = data?["levels"]?.elements.compactMap { FruitLevel($0) } ?? []
        retryAfterMilliseconds = data?["retryafterms"]?.integer
        firstSequence = data?["firstsequence"]?.integer
        position = data?["position"]?.integer
        expected = data?["expected"]?.string
        active = data?["active"].flatMap { ActiveWorker($0) }
    }
}

extension RPCError.Shortage: JSONWritable {
    /// Writes the shortage; a number that names the item stays a number.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name(kind)
        if let number = Int(item), kind == "product" {
            writer.integer(number)
        } else {
            writer.string(item)
        }
        writer.member("required", required)
        writer.member("available", available)
        writer.endObject()
    }

    /// Reads a shortage; `nil` when it names neither a fruit nor a product.
    init?(_ node: JSONNode) {
        guard let kind = ["fruit", "product"].first(where: { node[$0] != nil }), let item = node[kind] else {
            return nil
        }
        self.init(
            kind: kind,
            item: item.string ?? item.numberText ?? "",
            required: node["required"]?.integer ?? 0,
            available: node["available"]?.integer ?? 0
        )
    }
}
