internal import ArgumentParser
internal import Localization
internal import Messages
internal import ServiceContexts

/// The words of a command line in the order that the argument parser wants.
///
/// The parser takes the options of all commands only behind the last word of a command; people write them anywhere. So those
/// before it are put behind it; nothing else is read here, and nothing is judged but which command is meant.
struct CommandWords {
    /// The command that is meant, or as much of it as was typed, without the program.
    let path: [String]
    let words: [String]
    /// Whether help is asked for, or there is nothing but a group of commands.
    let wantsHelp: Bool
    let wantsVersion: Bool

    /// Reads the words after the program.
    ///
    /// - Throws: ``UnknownCommand`` when a word that must be a command is none.
    init(_ arguments: [String], of root: any ParsableCommand.Type) throws(UnknownCommand) {
        var rest = arguments[...]
        var moved: [String] = []
        var path: [String] = []
        var command: any ParsableCommand.Type = root
        var wantsHelp = false
        var wantsVersion = false
        if rest.first == "help" {
            wantsHelp = true
            rest.removeFirst()
        }
        walk: while !command.configuration.subcommands.isEmpty, let word = rest.first {
            switch word {
            case "-h", "--help": wantsHelp = true
            case "--version": wantsVersion = true
            case _ where GlobalOptions.flags.contains(word): moved.append(word)
            case _ where GlobalOptions.options.contains(word):
                moved += rest.prefix(2)
                rest = rest.dropFirst()
            case _ where GlobalOptions.options.contains { word.hasPrefix("\($0)=") }: moved.append(word)
            // The parser says what is wrong with it, or it is one of the parser's own.
            case _ where word.hasPrefix("-"): break walk
            default:
                let found = command.configuration.subcommands.first { $0.configuration.commandName == word }
                guard let found else { throw UnknownCommand(word: word, path: path, command) }
                path.append(word)
                command = found
            }
            rest = rest.dropFirst()
        }
        let isGroup = !command.configuration.subcommands.isEmpty && rest.isEmpty
        // Behind `--` nothing is an option.
        let options = rest.prefix { $0 != "--" }
        self.path = path
        self.wantsHelp = wantsHelp || isGroup || options.contains("-h") || options.contains("--help")
        self.wantsVersion = wantsVersion
        words = path + moved + rest
    }
}

/// A word that must be a command and is none.
struct UnknownCommand: Error {
    let word: String
    let path: [String]
    let near: [String]

    init(word: String, path: [String], _ group: any ParsableCommand.Type) {
        self.word = word
        self.path = path
        let names = group.configuration.subcommands.compactMap { $0.configuration.commandName }
        let same = Self.synonyms.first { $0.contains(word) } ?? []
        let meant = names.filter(same.contains)
        near = meant.isEmpty ? NearestNames.find(word, in: names) : meant
    }

    /// Words that other programs have for the same.
    private static let synonyms = [
        ["remove", "revoke", "rm", "delete", "del"], ["list", "ls"], ["add", "create", "new"], ["rename", "mv"],
        ["show", "get", "info"], ["use", "switch", "select"],
    ]
}

extension GlobalOptions {
    /// Those without a value, and those with one.
    static let flags: Set<String> = ["--json", "--verbose"]
    static let options: Set<String> = ["--run-dir", "--context", "--state-dir", "--timeout", "--lang", "--color"]

    /// The language that a command line asks for, before it is known to be one.
    static func language(in words: [String], _ environment: Environment) -> Language {
        for (place, word) in words.enumerated() {
            if word == "--" { break }
            if word.hasPrefix("--lang="), let named = Language(rawValue: String(word.dropFirst(7))) { return named }
            if word == "--lang", words.indices.contains(place + 1), let named = Language(rawValue: words[place + 1]) {
                return named
            }
        }
        return Language(environment)
    }
}
