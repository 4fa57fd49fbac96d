internal import Messages
internal import Platform
internal import Terminal

extension Texts {
    /// Says why a service said no.
    ///
    /// - Parameter failure: The call, for what its params were called where they were typed.
    func refusal(_ error: RPCError, of failure: CallFailure, palette: Palette) -> [String] {
        switch error.knownReason {
        case .insufficientStock where error.shortages.first?.kind == "product":
            return productShortage(error, palette: palette)
        case .insufficientStock where !error.shortages.isEmpty:
            let table = table(
                of: error.shortages,
                .init("fruit", .left) { .init(name(of: $0.item, "fruit", in: failure)) },
                .init("required", .right) { "\($0.required)" },
                .init("available", .right) { .init("\($0.available)", .bad) }
            )
            return [heading(self["shortage"], palette: palette)] + table.lines(palette) + [restock(error.shortages)]
        case .unknownFruit: return [sentence(error, palette: palette) { name(of: $0, "fruit", in: failure) }]
        case .unknownJuice: return [sentence(error, palette: palette) { name(of: $0, "juice", in: failure) }]
        case .versionMismatch where !error.levels.isEmpty:
            let table = table(
                of: error.levels,
                .init("fruit", .left) { .init(name(of: $0.fruit, "fruit", in: failure)) },
                .init("quantity", .right) { "\($0.quantity)" },
                .init("version", .right) { "\($0.version)" }
            )
            return [heading(self["version_mismatch"], palette: palette)] + table.lines(palette)
                + expectation(error, of: failure)
        case .invalidParams where !error.violations.isEmpty:
            return [
                heading(error.violations.map { violation($0, of: failure) }.joined(separator: "; "), palette: palette)
            ]
        default: return [sentence(error, palette: palette) { $0.printable }]
        }
    }

    /// What an item is called; its key where that is not known.
    private func name(of key: String, _ kind: String, in failure: CallFailure) -> String {
        (failure.names[kind]?[key]?[language] ?? key).printable
    }

    /// What happened, what was meant and when to try again, in one line.
    private func sentence(_ error: RPCError, palette: Palette, named: (String) -> String) -> String {
        let english = [error.detail, error.message].first { !$0.isEmpty } ?? "refused by the service"
        var text = (korean(error) ?? english).printable
        // A service of another version may say no in ways that have no words here.
        if error.knownReason == nil { text += " (\(error.reason.printable))" }
        if text.hasSuffix("."), !error.suggestions.isEmpty { text.removeLast() }
        if !error.suggestions.isEmpty { text += ": " + didYouMean(error.suggestions.map(named)) }
        return heading(text + remedy(error), palette: palette)
    }

    /// The summary of the reason, and what somebody typed, which the detail has in quotes; `nil` in English.
    private func korean(_ error: RPCError) -> String? {
        guard let reason = error.knownReason else {
            return self[optional: "wire_refused"].map { "\($0): \(error.detail)" }
        }
        let denied =
            reason == .permissionDenied
            ? error.violations.first.flatMap { self[optional: "wire_denied\($0.pointer)"] } : nil
        guard let summary = denied ?? self[optional: "wire_error_\(reason.word.lowercased())"] else { return nil }
        guard let typed = error.detail.firstMatch(of: /"(.+)"/)?.1 else { return summary }
        return "\(summary.hasSuffix(".") ? String(summary.dropLast()) : summary): \(typed)"
    }

    /// What a reason means, for lists of them.
    func meaning(of reason: ErrorReason) -> String {
        // What the market says of a stranger is of vendors, as its first clients knew it.
        let word = reason.word.lowercased()
        let text = self[optional: "wire_meaning_\(word)"] ?? self[optional: "wire_error_\(word)"] ?? reason.summary
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }

    private func remedy(_ error: RPCError) -> String {
        guard error.retry == .always else { return "" }
        guard let milliseconds = error.retryAfterMilliseconds else {
            return self["try_again"]
        }
        return self("try_again_in", milliseconds: milliseconds)
    }

    /// The option that would hold now: of the fruits that were expected, else of the whole stock.
    private func expectation(_ error: RPCError, of failure: CallFailure) -> [String] {
        let fruits = error.levels.filter { failure.expectedFruits.contains($0.fruit) }
        let options = fruits.map { "--expect \(RepeatCommand.quoted("\($0.fruit)=\($0.version)"))" }
        if !options.isEmpty { return [self("current_version", flag: options.joined(separator: " "))] }
        return error.actualVersion.map { [self("current_version", flag: "--expect \($0)")] } ?? []
    }
}

extension Texts {
    /// What is wrong with a param, by the name under which it was given.
    private func violation(_ violation: Violation, of failure: CallFailure) -> String {
        let label = label(violation.pointer, of: failure)
        // The service begins with its own name of the param.
        let member = violation.pointer.dropFirst().split(separator: "/")
        let element = member.dropLast().joined(separator: ".") + "[\(member.last ?? "")]"
        let names = [member.joined(separator: "."), element]
        let name = names.first { violation.detail.hasPrefix("\($0) ") }
        let fault = name.map { String(violation.detail.dropFirst($0.utf8.count + 1)) }
        guard let fault else {
            return "\(label): \(self.fault(violation.detail) ?? violation.detail)".printable
        }
        let english = fault.replacing("1 to \(Int.max)", with: "1 or more")
        return (self.fault(english).map { "\(label): \($0)" } ?? "\(label) \(english)").printable
    }

    /// The option or the argument that became a param; in JSON its own name.
    private func label(_ pointer: String, of failure: CallFailure) -> String {
        let member = pointer.dropFirst().split(separator: "/").map(String.init)
        guard !failure.isTypedAsJSON else { return member.joined(separator: ".") }
        switch (member.first, member.count) {
        case ("levels", 2), ("changes", 2): return name(of: member[1], "fruit", in: failure)
        case ("expectedversion", _): return "--expect"
        case ("keys", 2): return self("nth_key", number: (Int(member[1]) ?? 0) + 1)
        case ("page_no", 1): return "--page"
        case ("items_per_page", 1): return "--per-page"
        case ("search_value", 1): return "--search"
        case ("image_name", 1): return "<name>"
        case ("limit", 1), ("after", 1), ("search", 1), ("state", _): return "--\(member[0])"
        case ("if_revision", 1): return "--if-revision"
        case ("identifier", 1): return "--identifier"
        case ("secret", 1): return "--secret-file"
        default: return member.isEmpty ? failure.method : "<\(member.joined(separator: "."))>"
        }
    }

    /// A fault that a service tells in English, by that with `{1}`, `{2}` in place of its numbers; `nil` in English.
    private func fault(_ english: String) -> String? {
        let known = english.hasPrefix("must not be ") ? "must not be {1}" : nil
        var values = known.map { [String(english.dropFirst($0.utf8.count - 3))] } ?? []
        let words = english.split(separator: " ").map { word in
            guard known == nil, Int(word) != nil else { return String(word) }
            values.append(String(word))
            return "{\(values.count)}"
        }
        let template = known ?? words.joined(separator: " ")
        return self[optional: "wire_fault \(template)"].map { Sentence(template: $0, values: values).description }
            ?? self[optional: "wire_fault"].map { "\($0) (\(english))" }
    }
}
