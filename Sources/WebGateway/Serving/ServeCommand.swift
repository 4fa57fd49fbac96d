internal import AccessTokens
internal import ArgumentParser
internal import Glibc
internal import Logging
internal import Messages
internal import NIOCore
internal import OTLPTracing
internal import Platform
internal import ServiceContexts
internal import WorkerClient
internal import ZeroMQ

/// `web-gateway serve`.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Listen until SIGTERM or SIGINT.",
        discussion: """
            When it listens it prints one line: ready web-gateway pid=… http=http://127.0.0.1:7100. It keeps nothing but the \
            sessions of browsers, in files, so it can be ended at any time, and any number of them can run beside each other.
            """
    )

    @Option(
        help: ArgumentHelp(
            "Where to listen: host:port, where port 0 takes one that is free, or unix:PATH for a socket of this machine.",
            discussion: "Default: $JANGTEO_WEB_LISTEN, else 127.0.0.1:7100.",
            valueName: "address"
        )
    )
    var listen: ListenAddress?

    @Option(
        name: .customLong("run-dir"),
        help: ArgumentHelp(
            "The directory of the services' sockets.",
            discussion: """
                Default: $JANGTEO_RUN_DIR, else $XDG_RUNTIME_DIR/jangteo, else ${TMPDIR:-/tmp}/jangteo-<uid>. \
                $JANGTEO_JUICE_RPC and $JANGTEO_JUICE_EVENTS name other endpoints.
                """,
            valueName: "dir"
        ),
        completion: .directory
    )
    var runDirectory: String?

    @Option(
        help: ArgumentHelp(
            "The suite of services to serve, one of `gateway context list`; local for those of this machine.",
            discussion: "Default: $JANGTEO_CONTEXT, else the one chosen with `gateway context use`.",
            valueName: "name"
        )
    )
    var context: String?

    @Option(
        help: ArgumentHelp(
            "The services to serve, with commas between them, at most 64; others are not to be had over HTTP.",
            discussion: "Default: $JANGTEO_WEB_SERVICES, else juice,calc,expo,market, as far as the context has them.",
            valueName: "names"
        ),
        transform: { try ServedServices($0) }
    )
    var services: ServedServices?

    @Flag(
        name: .customLong("no-read-cache"),
        help: "Ask the service for each read; else an answer is given again while nothing newer is known."
    )
    var asksForEachRead = false

    @OptionGroup(title: "Access") var access: AccessOptions

    @OptionGroup(title: "HTTPS") var tls: TLSOptions

    @OptionGroup(title: "Apps of the open market") var openMarket: OpenMarketOptions

    @OptionGroup(title: "Limits") var limits: LimitOptions

    @OptionGroup(title: "Logs") var logs: LogOptions

    func validate() throws {
        guard RawArguments.areText else { throw ValidationError("an argument or a JANGTEO_ variable is not UTF-8") }
        if context != nil, runDirectory != nil {
            throw ValidationError(
                "--context is for services elsewhere and --run-dir for those of this machine: give only one of them"
            )
        }
    }

    func run() async throws {
        signal(SIGPIPE, SIG_IGN)
        try MarketTime.use(zone: openMarket.timeZone)
        // Vendors' secrets pass through it.
        ZMQNode.forbidCoreDump()
        let address = try address()
        let log = logs.log
        let places = ServicePlaces(runDirectory: runDirectory, context: context, .process)
        let named = try services ?? Environment.process["JANGTEO_WEB_SERVICES"].map { try ServedServices($0) }
        let addresses =
            try named.map { try places.addresses(of: $0.names) }
            ?? places.addresses().filter { ServiceName.suite.contains($0.service) }
        let sessions = SessionDirectory(
            in: Locations(runDirectory: runDirectory) { Environment.process[$0] }.runDirectory
        )
        let listeners = [address, openMarket.listen].compactMap(\.self)
        let certificates = try tls.certificates(at: listeners, log: log)
        let policy = try access.policy(
            at: address,
            openMarket: openMarket,
            isEncrypted: certificates != nil,
            sessions: sessions,
            log: log
        )
        OpenFiles.raiseLimit()
        let limits = limits.limits(openFiles: OpenFiles.limit ?? OpenFiles.usualLimit)
        let (audit, accessLog) = try files(log)
        let sockets = try listeners.compactMap { try Self.socket(at: $0) }
        defer { for socket in sockets { socket.remove() } }
        do {
            try await OTLPTracer.withTracer(try tracing(), log: log) { tracer in
                let server = WebServer(
                    address: address,
                    secondGeneration: openMarket.listen,
                    policy: policy,
                    certificates: certificates,
                    limits: limits,
                    streamsPerCaller: access.streamsPerCaller,
                    manager: ServiceManager { Environment.process[$0] },
                    log: log,
                    audit: audit,
                    accessLog: accessLog,
                    tracer: tracer,
                    keepsReads: !asksForEachRead
                )
                try await server.run(before: named?.names ?? ServiceName.suite, at: addresses)
            }
        } catch let failure as ListenFailure {
            throw Self.refusal(failure, isSecond: failure.address != address)
        } catch let error as TracingError {
            StandardStream.error.write("web-gateway: \(error)\n")
            throw ExitCode(78)
        }
    }

    /// Tells why it cannot listen, and is what the program ends with: EX_CONFIG of sysexits.h, as services that refuse to start.
    private static func refusal(_ failure: ListenFailure, isSecond: Bool) -> ExitCode {
        let reason = SystemError.text(failure.error.errnoCode)
        let option = isSecond ? "--listen-v2" : "--listen or JANGTEO_WEB_LISTEN"
        let advice = "name another address with \(option); port 0 takes one that is free"
        StandardStream.error.write("web-gateway: cannot listen on \(failure.address): \(reason): \(advice)\n")
        return ExitCode(78)
    }

    private static func socket(at address: ListenAddress?) throws -> SocketFile? {
        guard case .unix(let path) = address else { return nil }
        SocketFile.closeToOthers()
        do throws(SocketFileError) {
            return try SocketFile(at: path)
        } catch {
            StandardStream.error.write("web-gateway: cannot listen on unix:\(path): \(error.message)\n")
            throw ExitCode(78)
        }
    }

    private func files(_ log: Logger) throws -> (audit: WriteAudit?, accessLog: Logger?) {
        do throws(FileSystemError) {
            return (try logs.audit(log), try logs.access(log))
        } catch {
            StandardStream.error.write("web-gateway: \(error)\n")
            throw ExitCode(78)
        }
    }

    private func tracing() throws(TracingError) -> TracingSettings? {
        try TracingSettings(program: "web-gateway", version: ServiceIdentity.suiteVersion) { Environment.process[$0] }
    }

    private func address() throws -> ListenAddress {
        if let listen { return listen }
        guard let text = Environment.process["JANGTEO_WEB_LISTEN"] else { return .usual }
        guard let address = ListenAddress(argument: text) else {
            throw ValidationError("JANGTEO_WEB_LISTEN is '\(text)', and has to be an address such as 127.0.0.1:7100")
        }
        return address
    }
}
