internal import Messages
internal import Platform

/// What the argument parser finds wrong, in the gateway's words and the reader's language.
///
/// The parser has only sentences to tell it by. A sentence that is not known here is passed on, so nothing is ever lost.
enum ParserComplaint {
    /// One line, without its end.
    ///
    /// - Parameter page: The command that was called, for what its arguments are.
    static func text(_ message: String, of page: CommandPage? = nil, _ texts: Texts) -> String {
        let line = message.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " } }.joined(separator: " ")
        if let match = line.wholeMatch(of: /Unknown option '(.+?)'(?:\. Did you mean '(.+?)'\?)?/) {
            let near = match.2.map { ": \(texts.didYouMean([String($0)]))" } ?? ""
            return texts.unknownOption(String(match.1).printable) + near
        }
        if let match = line.wholeMatch(of: /Missing value for '(.+?)'/) { return texts.missingValue(String(match.1)) }
        if let match = line.wholeMatch(of: /The option '(.+?)' does not take any value, but '(.*)' was specified\./) {
            return texts.takesNoValue(String(match.1), String(match.2).printable)
        }
        if let match = line.wholeMatch(of: /Unexpected argument '(.*)'/) {
            return texts.unexpected([String(match.1).printable])
        }
        if let match = line.wholeMatch(of: /\d+ unexpected arguments: '(.*)'/) {
            return texts.unexpected(String(match.1).printable.split(separator: "', '").map(String.init))
        }
        if let match = line.wholeMatch(of: /Missing expected argument '(.+?)'/) {
            return texts.missingArgument(String(match.1).replacing(" ...", with: "…"))
        }
        if let match = line.wholeMatch(
            of: /The value '(.*?)' is invalid for '(.+?)'(?:(?:\. Please provide|:) (.+?)\.?)?/
        ) {
            return invalidValue(String(match.1), String(match.2), match.3.map(String.init), of: page, texts)
        }
        return texts.complaint(line.hasSuffix(".") ? String(line.dropLast()) : String(line))
    }

    private static func invalidValue(
        _ value: String,
        _ place: String,
        _ rest: String?,
        of page: CommandPage?,
        _ texts: Texts
    ) -> String {
        // The name of an option says enough.
        let place = place.hasPrefix("-") ? String(place.prefix { $0 != " " }) : place
        let problem = texts.invalidValue(value.printable, place)
        guard let rest else {
            let argument = page?.arguments.first { $0.names.contains(place) || "<\($0.valueName)>" == place }
            guard let about = argument.map({ texts.help($0.abstract) }) else { return problem }
            return "\(problem): \(about.hasSuffix(".") ? String(about.dropLast()) : about)"
        }
        let named = rest.matches(of: /'(.+?)'/).map { String($0.1) }
        guard rest.hasPrefix("one of"), !named.isEmpty else {
            return "\(place): \(texts.complaint(rest + (rest.contains("did you mean") ? "?" : "")))"
        }
        let near = NearestNames.find(value, in: named)
        return "\(problem): " + (near.isEmpty ? texts.thereAre(named) : texts.didYouMean(near))
    }
}

extension Texts {
    var noHelp: String { pick("도움말을 읽을 수 없습니다", "the help cannot be read") }

    func see(_ command: String) -> String { pick("도움말: \(command)", "see: \(command)") }

    func didYouMean(_ names: [String]) -> String {
        pick("혹시 \(names.joined(separator: ", "))?", "did you mean \(names.joined(separator: " or "))?")
    }

    func thereAre(_ names: [String]) -> String {
        pick("쓸 수 있는 값: \(names.joined(separator: ", "))", "there are: \(names.joined(separator: ", "))")
    }

    func unknownCommand(_ word: String, in group: String) -> String {
        pick("\(group) 에 '\(word)' 명령은 없습니다", "\(group) has no command '\(word)'")
    }

    var notUTF8: String {
        pick(
            "인자나 JANGTEO_ 변수가 UTF-8 이 아니어서 아무것도 보내지 않았습니다. 터미널의 인코딩을 UTF-8 로 바꾸세요",
            "an argument or a JANGTEO_ variable is not UTF-8, so nothing was sent; set the encoding of the terminal to UTF-8"
        )
    }

    func unknownOption(_ name: String) -> String { pick("\(name) 옵션은 없습니다", "there is no option \(name)") }
    func missingValue(_ option: String) -> String { pick("\(option) 의 값이 없습니다", "\(option) lacks its value") }
    func missingArgument(_ name: String) -> String { pick("\(name) 인자가 없습니다", "\(name) is missing") }

    func takesNoValue(_ option: String, _ value: String) -> String {
        pick("\(option) 에는 값을 줄 수 없습니다 ('\(value)')", "\(option) takes no value, not even '\(value)'")
    }

    func unexpected(_ words: [String]) -> String {
        let list = words.map { "'\($0)'" }.joined(separator: ", ")
        return pick("남는 인자가 있습니다: \(list)", "more than is expected: \(list)")
    }

    func invalidValue(_ value: String, _ place: String) -> String {
        pick("\(place) 에 '\(value)' 은(는) 쓸 수 없습니다", "'\(value)' cannot be used for \(place)")
    }
}
