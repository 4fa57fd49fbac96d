internal import AccessTokens
internal import ArgumentParser
internal import Messages
internal import Platform
internal import ServiceContexts
internal import WireJSON

struct TokensCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tokens",
        abstract: "Create and revoke the tokens that web-gateway accepts.",
        discussion: """
            A token is a secret text that a client sends with each request over HTTP. Only its hash is kept, in a \
            file that web-gateway reads again when it changes.
            """,
        subcommands: [
            TokensCreateCommand.self,
            TokensRevokeCommand.self,
            TokensListCommand.self,
        ]
    )
}

struct TokensOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The file of tokens. Default: $JANGTEO_WEB_TOKENS, else tokens in the configuration directory.",
            valueName: "file"
        ),
        completion: .file()
    )
    var tokens: String?

    func path(_ settings: Settings) throws(UsageError) -> String {
        if let named = tokens ?? settings.environment["JANGTEO_WEB_TOKENS"] { return named }
        return try KeyPlaces.own(settings.places.configDirectory, named: TokenFile.usualName)
    }

    /// The tokens in a file; none when it is missing.
    static func list(_ path: String) throws(UsageError) -> TokenList {
        do throws(TokenError) {
            return try TokenFile.read(path) ?? TokenList()
        } catch {
            throw UsageError(error.sentence.printable)
        }
    }

    /// Changes a file.
    ///
    /// - Returns: What `change` has said.
    static func change(_ change: () throws(TokenError) -> Bool) throws(UsageError) -> Bool {
        do throws(TokenError) {
            return try change()
        } catch {
            throw UsageError(error.sentence.printable)
        }
    }
}

/// How long a token lasts: an hour to ten years, such as `12h` or `90d`.
struct TokenLifetime: ExpressibleByArgument, Sendable, Hashable {
    private static let hour = 3_600_000
    private static let allowed = hour...(3_650 * 24 * hour)

    let milliseconds: Int

    init?(argument: String) {
        guard let number = TimeLimit.milliseconds(argument), Self.allowed.contains(number) else { return nil }
        milliseconds = number
    }
}

struct TokensCreateCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Create a token for a client.",
        discussion: """
            Prints the token, once: nobody can find it out from the file. Roles: read may look and watch; order may \
            also order and buy; operate may do everything. A running web-gateway knows the token a second later.
            """
    )

    @Argument(help: "The name of the client, also used in logs.")
    var name: String

    @Option(help: "What the client may do.")
    var role: PeerRole

    @Option(
        help: ArgumentHelp(
            "After how long it ends: 1h to 3650d. Default: never, until it is revoked.",
            valueName: "duration"
        )
    )
    var expires: TokenLifetime?

    @OptionGroup var place: TokensOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        guard TokenRecord.isName(name) else {
            throw UsageError("'\(name.printable)' is not a valid name: use 1 to 64 letters, digits, and - _ . @")
        }
        let path = try place.path(session.settings)
        let token = AccessToken.make()
        let lifetime = expires?.milliseconds
        let record = TokenRecord(of: token, name: name, role: role, at: SystemClock.wall, lasting: lifetime)
        guard try TokensOption.change({ () throws(TokenError) in try TokenFile.add(record, to: path) }) else {
            throw UsageError("\(name) already exists; revoke it first")
        }
        try session.show([token.text], noting: session.texts.tokenMade(record, in: path)) { writer in
            record.writeMembers(to: &writer)
            writer.member("token", token.text)
        }
        return .ok
    }
}
