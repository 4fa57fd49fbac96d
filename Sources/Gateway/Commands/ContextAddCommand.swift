internal import ArgumentParser
internal import Glibc
internal import Messages
internal import Platform
internal import ServiceContexts
internal import Terminal
internal import WorkerClient
internal import ZeroMQ

struct ContextAddCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a context.",
        discussion: """
            Services on TCP need two keys: their public key, which their operator gives you, and a key pair of your \
            own (see keys generate), whose public key you give to the operator.

              gateway context add shop --server-key 'rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7' \\
                  juice=tcp://10.0.0.5:7101,tcp://10.0.0.5:7102

            A service with several workers is named once for each of them.
            """
    )

    @Argument(help: "The name of the context.")
    var name: String

    @Argument(
        help: ArgumentHelp(
            "Each service with its addresses, such as juice=tcp://10.0.0.5:7101,tcp://10.0.0.5:7102.",
            valueName: "service=requests[,events]"
        )
    )
    var services: [String]

    // One key in 85 begins with a hyphen.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The services' public key: 40 characters, or a certificate file.", valueName: "key")
    )
    var serverKey: String?

    @Option(
        help: ArgumentHelp(
            "The file of your own key pair. Default: gateway.key_secret in the configuration directory.",
            valueName: "file"
        ),
        completion: .file()
    )
    var key: String?

    @Flag(help: "Use no keys: for services on a loopback address that were started without.")
    var insecure = false

    @Flag(help: "Replace a context of the same name.")
    var force = false

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard insecure == (serverKey == nil) else {
            throw UsageError(
                "give the services' public key with --server-key, or use no keys with --insecure"
            )
        }
        guard !insecure || key == nil else { throw UsageError("--insecure and --key cannot be used together") }
    }

    func run(in session: Session) async throws -> ExitReason {
        let settings = session.settings
        let places = try Self.places(services)
        var keyFile: String?
        if serverKey != nil { keyFile = try KeyPlaces.absolute(key ?? KeyPlaces.own(settings.places.configDirectory)) }
        let context = ServiceContext(
            name: name,
            serverKey: try serverKey.map { text throws(UsageError) in try KeyPlaces.publicKey(text) },
            keyFile: keyFile,
            places: places
        )
        // What cannot be used is told now, not with the first order.
        for service in places.keys { _ = try context.address(of: service) }
        try settings.places.contexts.save(context, isReplacing: force)
        session.output.note(session.texts("context_added", name: name))
        return .ok
    }

    /// Reads services with their addresses; who is named again has one more worker.
    static func places(_ texts: [String]) throws(UsageError) -> [ServiceName: ServiceContext.Place] {
        var places: [ServiceName: ServiceContext.Place] = [:]
        for text in texts {
            let (service, place) = try place(text)
            guard let others = places.updateValue(place, forKey: service) else { continue }
            guard !ServiceAddress.haveCommonEndpoint(others.rpc, place.rpc) else {
                throw UsageError("\(place.rpc) is named twice")
            }
            places[service] = others.with(place)
        }
        return places
    }

    /// Reads `juice=tcp://…,tcp://…`.
    static func place(_ text: String) throws(UsageError) -> (ServiceName, ServiceContext.Place) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            throw UsageError("'\(text.printable)' is not a service with its address, such as juice=tcp://10.0.0.5:7101")
        }
        let service = try ServiceName(parts[0])
        let endpoints = parts[1].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard (1...2).contains(endpoints.count) else {
            throw UsageError("\(service.rawValue) takes an address for requests and at most one for events")
        }
        for endpoint in endpoints { try ServiceContext.check(endpoint: endpoint) }
        let normal = endpoints.flatMap(ServiceAddress.endpoints(in:))
        return (service, ServiceContext.Place(rpc: normal[0], events: normal.count > 1 ? normal[1] : nil))
    }
}
