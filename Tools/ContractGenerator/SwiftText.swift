/// Pieces of Swift source.
enum SwiftText {
    /// The first line of a generated file.
    static let notice = "// Made by scripts/generate from Protocols/contract and Protocols/schemas. Change those.\n"

    /// A name of the wire as a Swift name: `order.get`, `page_no` and `PARSE_ERROR` as `orderGet`, `pageNo` and
    /// `parseError`.
    static func name(_ wireName: String) -> String {
        let isUpperCase = wireName == wireName.uppercased()
        let words = wireName.split { $0 == "." || $0 == "_" || $0 == "-" }.map {
            isUpperCase ? $0.lowercased() : String($0)
        }
        return (words.first ?? "") + words.dropFirst().map(\.capitalizedFirst).joined()
    }

    /// A name that may be declared: keywords are quoted.
    static func declared(_ name: String) -> String {
        ["internal", "default", "operator", "in", "is"].contains(name) ? "`\(name)`" : name
    }

    /// A string literal.
    static func literal(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    /// An integer literal, grouped as the format of the sources asks for.
    static func literal(_ number: Int) -> String {
        ParamType.grouped(number, separator: "_")
    }

    /// A documentation comment whose lines are at most 120 characters long.
    static func comment(_ text: String, indentation: Int) -> String {
        let margin = String(repeating: " ", count: indentation) + "///"
        var lines: [String] = []
        var line = margin
        for word in text.split(separator: " ") {
            if line.count + 1 + word.count > 120 {
                lines.append(line)
                line = margin
            }
            line += " " + word
        }
        return (lines + [line]).joined(separator: "\n") + "\n"
    }
}

extension StringProtocol {
    /// The text with its first letter in upper case and the others as they are.
    var capitalizedFirst: String {
        prefix(1).uppercased() + dropFirst()
    }
}
