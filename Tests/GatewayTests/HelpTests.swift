import ArgumentParser
import Testing

@testable import Gateway

/// Help, examples and translations against the commands there are.
@Suite struct HelpTests {
    @Test func `every text of the help has its Korean, and there is none without an English`() throws {
        let pages = try #require(CommandPage.root()).all
        var english: Set<String> = []
        for page in pages {
            english.formUnion([page.abstract, page.discussion])
            for argument in page.arguments {
                english.formUnion([argument.abstract, argument.discussion, argument.section ?? ""])
            }
        }
        english.remove("")
        #expect(english.filter { KoreanHelp.texts[$0] == nil }.sorted() == [])
    }

    @Test func `every example is a command that can be read`() throws {
        for page in try #require(CommandPage.root()).all {
            let examples = CommandExamples.of(page.path)
            #expect(examples.count == 3, "\(page.path)")
            for example in examples {
                let words = Self.words(example)
                #expect(throws: Never.self, "\(example)") {
                    let line = try CommandWords(words)
                    let command = try RootCommand.parseAsRoot(line.words)
                    #expect(command is any GatewayCommand)
                }
            }
        }
    }

    @Test func `the options of all commands are those that may stand before them`() throws {
        let page = try #require(CommandPage.root()?.page(at: ["status"]))
        let global = page.arguments.filter { $0.section == GlobalOptions.title }
        #expect(Set(global.filter { $0.kind == .flag }.flatMap(\.names)) == GlobalOptions.flags)
        #expect(Set(global.filter { $0.kind == .option }.flatMap(\.names)) == GlobalOptions.options)
    }

    @Test(arguments: [
        ("--limit must be 1 or more", "--limit: 1 이상이어야 합니다"),
        ("cannot read /a b: No such file", "/a b 을(를) 읽을 수 없습니다: No such file"),
        ("no service is called 'tea': did you mean expo?", "'tea' 서비스는 없습니다: 혹시 expo?"),
        ("--key and --no-key cannot be used together", "--key 와 --no-key 는 함께 쓸 수 없습니다"),
        ("mango=5 lacks its sign: mango=+5 adds, mango=-5 takes", "mango=5 에 부호가 없습니다: mango=+5 는 더하고 mango=-5 는 뺍니다"),
        ("something that nobody has translated", "something that nobody has translated"),
    ])
    func `what is wrong with arguments is told in Korean`(english: String, korean: String) {
        #expect(Texts.korean.complaint(english) == korean)
        #expect(Texts.english.complaint(english) == english)
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
