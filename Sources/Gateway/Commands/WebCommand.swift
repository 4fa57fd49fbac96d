internal import AccessTokens
internal import ArgumentParser
internal import Messages
internal import Platform
internal import ServiceContexts
internal import WireJSON

struct WebCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "web",
        abstract: "Open the web interface in a browser.",
        subcommands: [WebLinkCommand.self]
    )
}

struct WebLinkCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "link",
        abstract: "Print a link that opens the web interface with all rights.",
        discussion: """
            It is good once and for ten minutes, for a web-gateway of this machine with the same run directory. The session that it \
            begins has the role operate, and ends after twelve hours or when you log out. The right to write to the run directory \
            is all that this needs.
            """
    )

    @Option(
        help: ArgumentHelp(
            "The address of the web interface as the browser has it. Default: that of $JANGTEO_WEB_LISTEN, else http://127.0.0.1:7100.",
            valueName: "url"
        )
    )
    var url: String?

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        let environment = session.settings.environment
        let base = try Self.base(
            url,
            listening: environment["JANGTEO_WEB_LISTEN"],
            scheme: environment["JANGTEO_WEB_TLS_CERTIFICATE"] == nil ? "http" : "https"
        )
        let code: AccessToken
        do throws(SessionError) {
            code = try SessionDirectory(in: session.settings.places.runDirectory).makeLink()
        } catch {
            throw UsageError(error.sentence.printable)
        }
        let link = "\(base)/session/link?code=\(code.text)"
        try session.show([link], noting: [session.texts["link_made"], session.texts["link_made_rights"]]) {
            $0.member("url", link)
            $0.member("seconds", SessionDirectory.linkTime / 1_000)
        }
        return .ok
    }

    /// What stands before the path of a link.
    ///
    /// - Parameters:
    ///   - place: Where web-gateway listens, as it was configured; `nil` for the usual place.
    ///   - scheme: What it speaks there: `http` or `https`.
    /// - Throws: ``UsageError`` when an address cannot be made of it.
    static func base(_ url: String?, listening place: String?, scheme: String) throws(UsageError) -> String {
        guard let url else {
            let place = place ?? "127.0.0.1:7100"
            guard let colon = place.lastIndex(of: ":"), !place.hasPrefix("unix:"), !place.hasSuffix(":0") else {
                throw UsageError("the address of the web interface is not known: name it with --url")
            }
            // An IPv6 address may stand there without brackets.
            let host = place[..<colon]
            return host.contains(":") && !host.hasPrefix("[")
                ? "\(scheme)://[\(host)]\(place[colon...])" : "\(scheme)://\(place)"
        }
        let isURL = ["http://", "https://"].contains { url.hasPrefix($0) && url.utf8.count > $0.utf8.count }
        guard isURL, url.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
        else {
            throw UsageError("'\(url.printable)' is not the address of a web interface, such as http://127.0.0.1:7100")
        }
        return url.hasSuffix("/") ? String(url.dropLast()) : url
    }
}
