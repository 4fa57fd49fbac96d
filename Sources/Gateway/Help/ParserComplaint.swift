internal import Messages
internal import Platform

/// What the argument parser finds wrong, in the gateway's words and the reader's language.
///
/// The parser makes its sentences of an error that it keeps to itself. `Mirror` sees the case and the values of that error, so
/// no sentence is taken apart; of a case that is unknown here the parser's own sentence is shown.
struct ParserComplaint {
    /// The command that was called, for what its arguments are.
    let page: CommandPage?
    let texts: Texts

    /// What is wrong, in one line without its end; `nil` for a case without words here.
    func text(_ error: any Error) -> String? {
        guard let fault = Mirror(reflecting: error).descendant("parserError") else { return nil }
        guard let (name, payload) = Mirror(reflecting: fault).children.first else { return nil }
        let values = Mirror(reflecting: payload).children.map(\.value)
        switch name {
        case "userValidationError": return (payload as? UsageError).map { texts[$0.sentence] }
        case "unknownOption":
            guard let option = values.last.flatMap(option) else { return nil }
            // The parser takes it for an option, and nobody else does.
            guard Int(option) == nil else { return texts("negative_number", number: option) }
            let near = NearestNames.find(option, in: page?.arguments.flatMap(\.names) ?? [])
            return texts("unknown_option", name: option.printable) + (near.isEmpty ? "" : ": \(texts.didYouMean(near))")
        case "missingValueForOption":
            guard let option = values.last.flatMap(option) else { return nil }
            let value = page?.arguments.first { $0.names.contains(option) }.map { " <\($0.valueName)>" }
            return texts("missing_value", option: option + (value ?? ""))
        case "unexpectedValueForOption":
            guard values.count == 3, let option = option(values[1]), let value = values[2] as? String else {
                return nil
            }
            return texts("takes_no_value", option: option, value: value.printable)
        case "unexpectedExtraValues":
            let words = Mirror(reflecting: payload).children.compactMap { extra in
                Mirror(reflecting: extra.value).children.lazy.compactMap { $0.value as? String }.first
            }
            return texts("unexpected", list: words.map { "'\($0.printable)'" }.joined(separator: ", "))
        case "noValue":
            return argument(payload, in: page?.arguments.filter { !$0.isOptional })
                .map { texts("missing_argument", name: $0.label) }
        case "unableToParseValue":
            guard values.count == 5, let value = values[2] as? String else { return nil }
            return invalid(
                value,
                option: option(values[1]),
                key: values[3],
                reason: unwrapped(values[4]) as? UsageError
            )
        default: return nil
        }
    }

    private func invalid(_ value: String, option: String?, key: Any, reason: UsageError?) -> String? {
        let argument =
            if let option { page?.arguments.first { $0.names.contains(option) } } else {
                self.argument(key, in: page?.arguments.filter { $0.kind == .positional })
            }
        guard let place = option ?? argument.map({ "<\($0.valueName)>" }) else { return nil }
        if let reason { return "\(place): \(texts[reason.sentence])" }
        let problem = texts("invalid_value", value: value.printable, place: place)
        guard let argument else { return problem }
        guard argument.values.isEmpty else {
            let near = NearestNames.find(value, in: argument.values)
            let list = argument.values.joined(separator: ", ")
            return "\(problem): " + (near.isEmpty ? texts("there_are", names: list) : texts.didYouMean(near))
        }
        let about = texts[argument.abstract]
        return "\(problem): \(about.hasSuffix(".") ? String(about.dropLast()) : about)"
    }

    /// The name of an option as it is typed.
    private func option(_ name: Any) -> String? {
        guard let (kind, value) = Mirror(reflecting: unwrapped(name) ?? name).children.first, let kind else {
            return nil
        }
        let first = Mirror(reflecting: value).children.first?.value ?? value
        return (kind == "long" ? "--" : "-") + "\(first)"
    }

    /// The argument of a property: the one that is called like it, else the last, which then has a name of its own.
    private func argument(_ key: Any, in arguments: [CommandPage.Argument]?) -> CommandPage.Argument? {
        let key = Mirror(reflecting: key).descendant("forKey") ?? key
        guard let property = Mirror(reflecting: key).descendant("name") as? String else { return nil }
        let word = property.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : "\($1)" }
        return arguments?.first { $0.valueName == word || $0.names.contains("--\(word)") } ?? arguments?.last
    }

    private func unwrapped(_ value: Any) -> Any? {
        let mirror = Mirror(reflecting: value)
        return mirror.displayStyle == .optional ? mirror.children.first?.value : value
    }
}

extension Texts {
    func didYouMean(_ names: [String]) -> String {
        self("did_you_mean", names: names.joined(separator: self["or"]))
    }
}
