internal import Messages
internal import Platform
internal import WorkerClient

/// What arguments and environment come to.
struct Settings: Sendable {
    let runDirectory: String
    /// Whether the arguments named the run directory.
    let namesRunDirectory: Bool
    /// The context that arguments or environment named.
    let namedContext: String?
    /// Where the user's keys and contexts are; `nil` where nothing says where that is.
    let configDirectory: String?
    /// The state directory that the arguments named.
    let namedStateDirectory: String?
    /// Absolute; `nil` where nothing says where it is.
    let stateDirectory: String?
    let language: Language
    let timeout: Duration
    let isJSON: Bool
    let isVerbose: Bool
    let color: ColorMode
    let environment: Environment

    init(_ options: GlobalOptions, _ environment: Environment) {
        let locations = Locations(
            runDirectory: options.runDirectory,
            stateDirectory: options.stateDirectory
        ) { environment[$0] }
        runDirectory = locations.runDirectory
        namesRunDirectory = options.runDirectory != nil
        namedContext = options.context ?? (options.runDirectory == nil ? environment["JANGTEO_CONTEXT"] : nil)
        configDirectory = locations.configDirectory
        namedStateDirectory = options.stateDirectory
        stateDirectory = locations.stateDirectory
        language = options.language ?? Language(environment)
        timeout = options.timeout.duration
        isJSON = options.json
        isVerbose = options.verbose
        color = options.color
        self.environment = environment
    }

    /// The contexts there are.
    var contexts: ContextStore { ContextStore(directory: configDirectory) }

    /// The context to talk to; `nil` for the services of this machine.
    ///
    /// - Throws: ``UsageError`` when the one in use cannot be read.
    func contextName() throws(UsageError) -> String? {
        if let namedContext { return namedContext == ServiceContext.local ? nil : namedContext }
        // Whoever says where the services of this machine are means those.
        guard !namesRunDirectory, environment["JANGTEO_RUN_DIR"] == nil else { return nil }
        return try contexts.current()
    }

    /// Where some services are; of all, those that the context in use has.
    ///
    /// - Throws: As ``address(of:)``.
    func addresses(of list: ServiceList) throws(UsageError) -> [ServiceAddress] {
        var services = list.services
        if list == .all, let name = try contextName() {
            let context = try contexts.load(name)
            services = services.filter { context.places[$0] != nil }
        }
        return try services.map { service throws(UsageError) in try address(of: service) }
    }

    /// Where a service is: in the context to talk to; without one in the run directory, unless `JANGTEO_<S>_RPC` and
    /// `JANGTEO_<S>_EVENTS` say otherwise, and `--run-dir` is not given.
    ///
    /// - Throws: ``UsageError`` when the run directory is needed and not safe, or the context does not have it.
    func address(of service: ServiceName) throws(UsageError) -> ServiceAddress {
        if let name = try contextName() { return try contexts.load(name).address(of: service) }
        var address = ServiceAddress(service: service, runDirectory: runDirectory)
        let prefix = "JANGTEO_\(service.rawValue.uppercased())"
        let rpc = namesRunDirectory ? nil : endpoints("\(prefix)_RPC")
        let events = namesRunDirectory ? nil : endpoints("\(prefix)_EVENTS")
        if rpc == nil || events == nil { try RunDirectory.check(runDirectory) }
        if let rpc { address.rpc = rpc }
        if let events { address.events = events }
        return address
    }
}

extension Settings {
    /// The endpoints to connect to of those that a variable names, with commas between them.
    ///
    /// It names where one service listens, or where several workers of it do. Those on this machine are the user's own: where
    /// there are any, the others are not needed.
    private func endpoints(_ variable: String) -> String? {
        let endpoints = environment[variable]?.split(separator: ",") ?? []
        let own = endpoints.filter { $0.hasPrefix("ipc://") }
        let chosen = own.isEmpty ? endpoints : own
        return chosen.isEmpty ? nil : chosen.joined(separator: ",")
    }

    /// The keys that the contexts have for an endpoint of a service; `nil` when none is needed there.
    ///
    /// - Throws: ``UsageError`` when a context cannot be read, or when two do not have the same keys.
    func keys(for service: ServiceName, at endpoint: String) throws(UsageError) -> ServiceKeys? {
        var found: [(context: String, keys: ServiceKeys?)] = []
        for name in try contexts.names() {
            let context = try contexts.load(name)
            guard let place = context.places[service], ServiceAddress.haveCommonEndpoint(place.rpc, endpoint) else {
                continue
            }
            found.append((name, try context.address(of: service).keys))
        }
        guard let first = found.first else { return nil }
        guard let other = found.first(where: { $0.keys != first.keys }) else { return first.keys }
        throw UsageError(
            "\(first.context) and \(other.context) have different keys for \(endpoint): select one with --context"
        )
    }
}
