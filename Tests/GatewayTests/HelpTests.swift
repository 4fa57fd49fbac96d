import ArgumentParser
import Platform
import Testing

@testable import Gateway
@testable import Terminal

/// Help, examples and translations against the commands there are.
@Suite struct HelpTests {
    @Test func `every text of the help has its Korean`() throws {
        let pages = try #require(CommandPage.root(RootCommand.self)).all
        var english: Set<String> = []
        for page in pages {
            english.formUnion([page.abstract, page.discussion])
            for argument in page.arguments {
                english.formUnion([argument.abstract, argument.discussion, argument.section ?? ""])
            }
        }
        english.remove("")
        #expect(english.filter { Texts.korean[optional: $0] == nil }.sorted() == [])
    }

    @Test func `every example is a command that can be read`() throws {
        for page in try #require(CommandPage.root(RootCommand.self)).all {
            let examples = CommandExamples.of(page.path)
            #expect(examples.count == 3, "\(page.path)")
            for example in examples {
                let words = Self.words(example)
                #expect(throws: Never.self, "\(example)") {
                    let line = try CommandWords(words, of: RootCommand.self)
                    let command = try RootCommand.parseAsRoot(line.words)
                    #expect(command is any GatewayCommand)
                }
            }
        }
    }

    @Test func `the options of all commands are those that may stand before them`() throws {
        let page = try #require(CommandPage.root(RootCommand.self)?.page(at: ["status"]))
        let global = page.arguments.filter { $0.section == GlobalOptions.title }
        #expect(Set(global.filter { $0.kind == .flag }.flatMap(\.names)) == GlobalOptions.flags)
        #expect(Set(global.filter { $0.kind == .option }.flatMap(\.names)) == GlobalOptions.options)
    }

    @Test(
        arguments: [
            ("--limit must be 1 or more", "--limit: 1 이상이어야 합니다"),
            ("cannot read \("/a b"): \("No such file")", "/a b 을(를) 읽을 수 없습니다: No such file"),
            ("context \("shop"): \("it has no services" as Sentence)", "shop 컨텍스트: 서비스가 없습니다"),
            ("something with \("{1}") that nobody has translated", "something with {1} that nobody has translated"),
        ] as [(Sentence, String)]
    )
    func `a complaint of a library is told in Korean, with what it names`(sentence: Sentence, korean: String) {
        #expect(Texts.korean[sentence] == korean)
        #expect(Texts.english[sentence] == "\(sentence)")
    }

    @Test(arguments: [
        ("status --jsn", "there is no option --jsn: did you mean --json?", "--jsn 옵션은 없습니다: 혹시 --json?"),
        ("status --timeout", "--timeout <time> lacks its value", "--timeout <time> 의 값이 없습니다"),
        ("status --json=yes", "--json takes no value, not even 'yes'", "--json 에는 값을 줄 수 없습니다 ('yes')"),
        ("status here", "too many arguments: 'here'", "남는 인자가 있습니다: 'here'"),
        ("status here there", "too many arguments: 'here', 'there'", "남는 인자가 있습니다: 'here', 'there'"),
        ("juice order", "<juice> is missing", "<juice> 인자가 없습니다"),
        ("juice set", "<fruit=n>… is missing", "<fruit=n>… 인자가 없습니다"),
        ("keys allow shop", "<key> is missing", "<key> 인자가 없습니다"),
        ("context rename shop", "<new-name> is missing", "<new-name> 인자가 없습니다"),
        ("cluster forget", "--stream <name> is missing", "--stream <name> 인자가 없습니다"),
        (
            "status --lang kr", "'kr' cannot be used for --lang: did you mean ko or en?",
            "--lang 에 'kr' 은(는) 쓸 수 없습니다: 혹시 ko, en?"
        ),
        (
            "completion cmd", "'cmd' cannot be used for <shell>: there are: bash, zsh, fish",
            "<shell> 에 'cmd' 은(는) 쓸 수 없습니다: 쓸 수 있는 값: bash, zsh, fish"
        ),
        (
            "market show x", "'x' cannot be used for <id>: The number of the product, as `market list` shows it",
            "<id> 에 'x' 은(는) 쓸 수 없습니다: 상품 번호. `market list` 가 보여 줍니다"
        ),
        (
            "status --to Tea",
            "--to: no service called 'Tea' is running or configured: there are: juice, calc, expo, market",
            "--to: 실행 중이거나 설정된 'Tea' 서비스가 없습니다. 있는 것: juice, calc, expo, market"
        ),
        ("watch --count 0", "--count must be 1 or more", "--count: 1 이상이어야 합니다"),
    ])
    func `what the parser finds wrong is told in the reader's words`(line: String, english: String, korean: String)
        throws
    {
        let words = line.split(separator: " ").map { String($0) }
        let command = try CommandWords(words, of: RootCommand.self)
        let error = try #require(throws: (any Error).self) { try RootCommand.parseAsRoot(command.words) }
        let page = CommandPage.root(RootCommand.self)?.page(at: command.path)
        #expect(ParserComplaint(page: page, texts: .english).text(error) == english)
        #expect(ParserComplaint(page: page, texts: .korean).text(error) == korean)
    }

    @Test func `a command without its arguments names the first that is missing`() throws {
        for page in try #require(CommandPage.root(RootCommand.self)).all {
            guard let missing = page.arguments.first(where: { !$0.isOptional }) else { continue }
            let error = try #require(throws: (any Error).self) {
                try RootCommand.parseAsRoot(Array(page.path.dropFirst()))
            }
            let complaint = ParserComplaint(page: page, texts: .english).text(error)
            #expect(complaint == "\(missing.label) is missing", "\(page.path)")
        }
    }

    /// The words of one command, as a shell would pass them; what is before and behind it is left out.
    private static func words(_ example: String) -> [String] {
        var words: [String] = []
        var word = ""
        var isQuoted = false
        for character in example {
            if character == "'" {
                isQuoted.toggle()
            } else if character == " ", !isQuoted {
                words.append(word)
                word = ""
            } else {
                word.append(character)
            }
        }
        words.append(word)
        let start = words.firstIndex { $0.hasSuffix("gateway") } ?? 0
        return words[(start + 1)...].prefix { !["<", ">", "|"].contains($0) }.map { $0.filter { $0 != ")" } }
    }
}
