internal import AccessTokens
public import ArgumentParser
internal import Logging
public import Messages
internal import Platform
internal import ServiceContexts

/// The options that say who is let in.
struct AccessOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The file of tokens, made by `gateway tokens`.",
            discussion: """
                Default: $JANGTEO_WEB_TOKENS, else tokens in the configuration directory. It is read again when it \
                changes.
                """,
            valueName: "file"
        ),
        completion: .file()
    )
    var tokens: String?

    @Option(
        name: .customLong("loopback-role"),
        help: ArgumentHelp(
            "What all callers on this machine may do without a token: read, order or operate.",
            discussion: """
                Default: the processes of the user who runs this program may order, and others read. Those whose user the kernel \
                does not tell are others, and what comes through a proxy needs a token.
                """,
            valueName: "role"
        )
    )
    var loopbackRole: PeerRole?

    @Flag(
        name: .customLong("behind-proxy"),
        help: ArgumentHelp(
            "A proxy that speaks HTTPS stands before this program.",
            discussion: """
                Then it may listen anywhere, nobody gets in without a token, and X-Forwarded-Proto and \
                X-Forwarded-Host say what the proxy was asked for.
                """
        )
    )
    var isBehindProxy = false

    @Option(
        name: .customLong("streams-per-caller"),
        help: ArgumentHelp("The most streams of events of one caller at a time.", valueName: "count")
    )
    var streamsPerCaller = 64

    func validate() throws {
        guard (1...StreamLimits.mostInAll).contains(streamsPerCaller) else {
            throw ValidationError("--streams-per-caller must be 1 to \(StreamLimits.mostInAll)")
        }
    }

    /// What the options come to.
    ///
    /// - Throws: `ValidationError` when an address needs what is not there, or the file of tokens cannot be used.
    func policy(
        at address: ListenAddress,
        openMarket: OpenMarketOptions,
        isEncrypted: Bool,
        sessions: SessionDirectory,
        log: Logger
    ) throws -> AccessPolicy {
        let isPublic = openMarket.access == .public
        let reached = [address, openMarket.listen].compactMap(\.self).filter { !$0.isLoopback }
        if let far = reached.first, !isBehindProxy, !isEncrypted {
            guard isPublic else {
                throw ValidationError(
                    """
                    \(far) can be reached by other machines, and nothing would keep them out: listen on 127.0.0.1, \
                    or with tokens and --tls-certificate, or behind a proxy that speaks HTTPS, with --behind-proxy and tokens
                    """
                )
            }
            log.warning(
                "nothing encrypts what is sent here: tokens and the secrets of vendors can be read on the way",
                metadata: ["address": "\(far)"]
            )
        }
        let named = tokens ?? Environment.process["JANGTEO_WEB_TOKENS"]
        let path = named ?? Self.usualFile
        let store: TokenStore
        do throws(TokenError) {
            store = try TokenStore(path, log: log)
        } catch {
            throw ValidationError(error.message)
        }
        guard store.hasFile || (named == nil && !isBehindProxy && (reached.isEmpty || isPublic)) else {
            throw ValidationError(
                "there is no file of tokens at \(path ?? "a place that is known"): make one with gateway tokens create"
            )
        }
        return AccessPolicy(
            tokens: store,
            sessions: sessions,
            at: address,
            loopbackRole: loopbackRole,
            isBehindProxy: isBehindProxy,
            visitors: isPublic ? OpenMarketLimits() : nil
        )
    }

    private static var usualFile: String? {
        Locations { Environment.process[$0] }.configDirectory.map { "\($0)/\(TokenFile.usualName)" }
    }
}

extension PeerRole: ExpressibleByArgument {}
