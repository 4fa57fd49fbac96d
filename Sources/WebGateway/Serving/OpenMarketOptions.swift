internal import ArgumentParser

/// The options for apps that were written against the open market.
struct OpenMarketOptions: ParsableArguments {
    /// Who may use the API that these apps know.
    enum Access: String, ExpressibleByArgument, CaseIterable {
        /// Those who may use everything else.
        case token
        case `public`
    }

    @Option(
        name: .customLong("open-market"),
        help: ArgumentHelp(
            "Who may use the open-market API: token, as all else, or public.",
            discussion: """
                With public everybody may read it, and vendors write by their identifier and secret, within limits of each address and \
                vendor. Then the program may listen anywhere; everything else still needs a token.
                """,
            valueName: "who"
        )
    )
    var access = Access.token

    @Option(
        name: .customLong("listen-v2"),
        help: ArgumentHelp(
            "A second address, for apps of the second generation, whose base URL has no /v2.",
            valueName: "host:port"
        )
    )
    var listen: ListenAddress?

    @Option(
        name: .customLong("market-time-zone"),
        help: ArgumentHelp(
            "The time zone of the times in answers to these apps, by its name in the IANA database.",
            valueName: "name"
        )
    )
    var timeZone = MarketTime.usualZone

    func validate() throws {
        _ = try MarketTime.variable(of: timeZone)
    }
}
