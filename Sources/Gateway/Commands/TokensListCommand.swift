internal import AccessTokens
internal import ArgumentParser
internal import Messages
internal import Platform
internal import ServiceContexts
internal import WireJSON

/// `gateway tokens list`.
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
        if session.settings.isJSON {
            var writer = JSONWriter()
            writer.beginArray()
            for record in records {
                writer.beginObject()
                writer.member("name", record.name)
                writer.member("role", record.role.rawValue)
                writer.member("time", record.time)
                if let expiry = record.expiry { writer.member("expires", expiry) }
                writer.endObject()
            }
            writer.endArray()
            try session.output.write(bytes: writer.bytes)
        } else if records.isEmpty {
            session.output.note(session.texts.noTokens(path))
        } else {
            let texts = session.texts
            var table = texts.table(
                dropping: [2],
                ("name", .whole),
                ("role", .whole),
                ("made", .whole),
                ("ends", .whole)
            )
            let now = SystemClock.wall
            for record in records {
                table.add(
                    .init(record.name, .strong),
                    .init(record.role.rawValue),
                    .init(LocalTime.dateAndTime(record.time)),
                    .init(
                        record.expiry.map { LocalTime.dateAndTime($0) } ?? "-",
                        record.isExpired(at: now) ? .bad : nil
                    )
                )
            }
            try session.output.write(table)
        }
        return .ok
    }
}

/// `gateway tokens revoke`.
struct TokensRevokeCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Remove a token from the file.",
        discussion: """
            A second later a running web-gateway refuses requests with it, and its sessions and streams of events end. \
            This needs no room on the disk.
            """
    )

    @Argument(help: "The name of the client.")
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
