internal import AccessTokens
internal import ArgumentParser
internal import Messages
internal import Platform
internal import Terminal
internal import WireJSON

struct TokensListCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List whose tokens web-gateway accepts, without the tokens."
    )

    @OptionGroup var place: TokensOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        let path = try place.path(session.settings)
        let records = try TokensOption.list(path).records
        let (texts, now) = (session.texts, SystemClock.wall)
        guard session.settings.isJSON || !records.isEmpty else {
            session.output.note([texts("no_tokens", path: path.printable), texts["no_tokens_next"]])
            return .ok
        }
        let table = texts.table(
            of: records,
            dropping: [2],
            .init("name", .whole) { .init($0.name, .strong) },
            .init("role", .whole) { .init($0.role.rawValue) },
            .init("made", .whole) { .init(LocalTime.dateAndTime($0.time)) },
            .init("ends", .whole) {
                .init($0.expiry.map { LocalTime.dateAndTime($0) } ?? "-", $0.isExpired(at: now) ? .bad : nil)
            }
        )
        var writer = JSONWriter()
        writer.beginArray()
        for record in records {
            writer.beginObject()
            record.writeMembers(to: &writer)
            writer.endObject()
        }
        writer.endArray()
        try session.show(table, or: writer.bytes)
        return .ok
    }
}

extension TokenRecord {
    /// Writes what anybody may know of it.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("name", name)
        writer.member("role", role.rawValue)
        writer.member("time", time)
        if let expiry { writer.member("expires", expiry) }
    }
}

struct TokensRevokeCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Remove a token from the file.",
        discussion: """
            A second later a running web-gateway refuses requests with it, and its sessions and streams of events end. \
            This needs no room on the disk.
            """
    )

    @Argument(help: "The name of the client.", completion: Completions.tokens)
    var name: String

    @OptionGroup var place: TokensOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        let path = try place.path(session.settings)
        guard try TokensOption.change({ () throws(TokenError) in try TokenFile.revoke(name, in: path) }) else {
            throw UsageError("nobody in \(path.printable) is called '\(name.printable)'; see: tokens list")
        }
        session.output.note(session.texts("token_revoked", name: name, path: path.printable))
        return .ok
    }
}
