/// The command that finds out whether a write happened: the same again, with the same key.
enum RepeatCommand {
    /// The command as text for a shell.
    ///
    /// - Parameters:
    ///   - arguments: The command as it was given, the program first.
    ///   - key: The idempotency key of the write.
    ///   - input: What was read from standard input in place of the argument `-`; `nil` when nothing was.
    static func text(_ arguments: [String], key: String, input: String? = nil) -> String {
        var words = arguments
        if let input, let place = words.lastIndex(of: "-") { words[place] = input }
        // A key that was given already is the one; `--key=K` is one word.
        if !words.contains("--key"), !words.contains(where: { $0.hasPrefix("--key=") }) {
            // What follows `--` would be taken for an argument.
            let end = words.firstIndex(of: "--") ?? words.endIndex
            words.insert(contentsOf: ["--key", key], at: end)
        }
        return words.map(quoted).joined(separator: " ")
    }

    /// The command that shows the next page: the same with another value for one option.
    static func text(_ arguments: [String], setting option: String, to value: String) -> String {
        var words: [String] = []
        var rest = arguments[...]
        while let word = rest.popFirst(), word != "--" {
            if word == option {
                rest = rest.dropFirst()
            } else if !word.hasPrefix("\(option)=") {
                words.append(word)
            }
        }
        return (words + [option, value]).map(quoted).joined(separator: " ")
    }

    /// A word as POSIX shells read it back.
    static func quoted(_ word: String) -> String {
        guard !word.isShellWord else { return word }
        let parts = word.split(separator: "'", omittingEmptySubsequences: false)
        return "'" + parts.joined(separator: "'\\''") + "'"
    }
}

extension String {
    /// Whether a shell takes a word as it is.
    var isShellWord: Bool {
        !isEmpty
            && unicodeScalars.allSatisfy { scalar in
                switch scalar {
                case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "/", "=", "+", ",", ":", "@", "%": true
                // Letters of other scripts, such as 딸바.
                default: !scalar.isASCII && scalar.properties.isAlphabetic
                }
            }
    }
}
