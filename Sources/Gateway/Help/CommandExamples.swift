internal import WireJSON

/// Three command lines for each page of help; each of them works as written, with a product, a file or a name of one's own.
enum CommandExamples {
    /// The examples of a command.
    ///
    /// - Parameter path: The words that lead to it, the program first.
    static func of(_ path: [String]) -> [String] {
        byCommand[path.dropFirst().joined(separator: " ")] ?? []
    }

    private static let byCommand: [String: [String]] = {
        let file = try? JSONReader(limits: .generous).read(PackageResources.examples_json)
        return file?.members.reduce(into: [:]) { $0[$1.name] = $1.value.elements.compactMap(\.string) } ?? [:]
    }()
}
