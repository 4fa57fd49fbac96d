internal import Glibc
internal import Messages
internal import WorkerClient

/// What arguments and environment come to.
struct Settings: Sendable {
    let runDirectory: String
    /// Whether the arguments named the run directory.
    let namesRunDirectory: Bool
    /// The state directory that the arguments named.
    let namedStateDirectory: String?
    /// Absolute; `nil` where nothing says where it is.
    let stateDirectory: String?
    let language: Language
    let timeout: Duration
    let isJSON: Bool
    let color: ColorMode
    let environment: Environment

    init(_ options: GlobalOptions, _ environment: Environment) {
        runDirectory = RunDirectory.trimmed(options.runDirectory ?? RunDirectory.path(environment, user: geteuid()))
        namesRunDirectory = options.runDirectory != nil
        namedStateDirectory = options.stateDirectory
        stateDirectory = StateDirectory.path(named: options.stateDirectory, environment)
        language = options.language ?? Language(environment)
        timeout = options.timeout.duration
        isJSON = options.json
        color = options.color
        self.environment = environment
    }

    /// Where a service is: in the run directory, unless `JANGTEO_<S>_RPC` and `JANGTEO_<S>_EVENTS` say otherwise.
    ///
    /// - Throws: ``UsageError`` when the run directory is needed and not safe.
    func address(of service: ServiceName) throws(UsageError) -> ServiceAddress {
        var address = ServiceAddress(service: service, runDirectory: runDirectory)
        let prefix = "JANGTEO_\(service.rawValue.uppercased())"
        let rpc = environment["\(prefix)_RPC"]
        let events = environment["\(prefix)_EVENTS"]
        if rpc == nil || events == nil { try RunDirectory.check(runDirectory) }
        if let rpc { address.rpc = rpc }
        if let events { address.events = events }
        return address
    }
}
