internal import ArgumentParser
internal import WireJSON

/// What a command takes and what it is for, as the argument parser knows it: the one source of help, manual and usage.
struct CommandPage: Sendable {
    /// An argument, an option or a flag.
    struct Argument: Sendable {
        enum Kind: String, Sendable {
            case positional
            case option
            case flag
        }

        let kind: Kind
        /// Such as `--output` and `-o`, the one that people know first.
        let names: [String]
        let valueName: String
        let abstract: String
        let discussion: String
        let isOptional: Bool
        let isRepeating: Bool
        /// `nil` where there is none, or the abstract says it.
        let defaultValue: String?
        /// The values there are; empty where that cannot be said.
        let values: [String]
        /// The title under which it is; `nil` for the command's own.
        let section: String?
    }

    /// The words that lead to it, the program first.
    let path: [String]
    let abstract: String
    let discussion: String
    let arguments: [Argument]
    /// Empty for a command that does something.
    let subcommands: [CommandPage]

    static func root(_ command: any ParsableCommand.Type) -> CommandPage? {
        // Pretty-printed, and larger than any message.
        let limits = JSONLimits(bytes: 8 << 20, depth: 64, members: 1 << 20)
        guard let node = try? JSONReader(limits: limits).read(command._dumpHelp()), let root = node["command"]
        else {
            return nil
        }
        return CommandPage(root, under: [])
    }

    private init(_ node: JSONNode, under parents: [String]) {
        path = parents + [node["commandName"]?.string ?? ""]
        abstract = node["abstract"]?.string ?? ""
        discussion = node["discussion"]?.string ?? ""
        arguments = node.list("arguments").compactMap { Argument($0) }
        subcommands = node.list("subcommands")
            .filter { $0["commandName"]?.string != "help" && $0["shouldDisplay"]?.boolean != false }
            .map { [path] in CommandPage($0, under: path) }
    }

    /// The page of a command below this one.
    func page(at path: some Sequence<String>) -> CommandPage? {
        var page = self
        for word in path {
            guard let next = page.subcommands.first(where: { $0.path.last == word }) else { return nil }
            page = next
        }
        return page
    }

    /// This page and those below it, each before its own.
    var all: [CommandPage] { [self] + subcommands.flatMap(\.all) }

    /// How it is called, without the options that all commands have.
    var usage: String {
        let own = arguments.filter { $0.section != GlobalOptions.title }
        let options = own.filter { $0.kind != .positional }
        let required = options.filter { !$0.isOptional }.map(\.usage)
        // Many are listed below it anyway.
        let rest = options.filter(\.isOptional)
        let optional = rest.count > 3 ? ["[<options>]"] : rest.map(\.usage)
        let positional = own.filter { $0.kind == .positional }.map(\.usage)
        let command = subcommands.isEmpty ? [] : ["<command>"]
        return (path + command + positional + required + optional).joined(separator: " ")
    }
}

extension CommandPage.Argument {
    fileprivate init?(_ node: JSONNode) {
        guard let kind = node["kind"]?.string.flatMap(Kind.init), node["shouldDisplay"]?.boolean != false else {
            return nil
        }
        let names = node.list("names").compactMap { name in
            name["name"]?.string.map { (name["kind"]?.string == "short" ? "-" : "--") + $0 }
        }
        guard !names.contains("--help"), names != ["--version"] else { return nil }
        self.kind = kind
        self.names = names.sorted { $0.utf8.count > $1.utf8.count }
        valueName = node["valueName"]?.string ?? ""
        abstract = node["abstract"]?.string ?? ""
        discussion = node["discussion"]?.string ?? ""
        isOptional = node["isOptional"]?.boolean ?? false
        isRepeating = node["isRepeating"]?.boolean ?? false
        defaultValue = node["defaultValue"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        values = node.list("allValues").compactMap(\.string)
        section = node["sectionTitle"]?.string
    }

    /// Such as `--key <key>` or `<juice>`.
    var label: String {
        switch kind {
        case .positional: "<\(valueName)>" + (isRepeating ? "…" : "")
        case .flag: names.joined(separator: ", ")
        case .option: names.joined(separator: ", ") + " <\(valueName)>"
        }
    }

    fileprivate var usage: String {
        let text = kind == .positional ? label : (names.first ?? "") + (kind == .option ? " <\(valueName)>" : "")
        return isOptional ? "[\(text)]" : text
    }
}

extension JSONNode {
    /// The elements of a member; none where it is missing.
    fileprivate func list(_ name: String) -> [JSONNode] {
        self[name].map { Array($0.elements) } ?? []
    }
}
