internal import Localization
internal import Messages
internal import Platform
internal import ServiceContexts
internal import WorkerClient

/// What arguments and environment come to.
struct Settings: Sendable {
    let places: ServicePlaces
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

    init(_ options: GlobalOptions, in environment: Environment) {
        let locations = Locations(
            runDirectory: options.runDirectory,
            stateDirectory: options.stateDirectory
        ) { environment[$0] }
        places = ServicePlaces(runDirectory: options.runDirectory, context: options.context, environment)
        namedStateDirectory = options.stateDirectory
        stateDirectory = locations.stateDirectory
        language = options.language ?? Language(environment)
        timeout = options.timeout.duration
        isJSON = options.json
        isVerbose = options.verbose
        color = options.color
        self.environment = environment
    }

    /// Where some services are.
    ///
    /// - Throws: As ``address(of:)``.
    func addresses(of list: ServiceList) throws(UsageError) -> [ServiceAddress] {
        guard let services = list.services else { return try places.addresses() }
        return try services.map { service throws(UsageError) in try address(of: service) }
    }

    /// Where a service is.
    ///
    /// - Throws: As `ServicePlaces.address(of:)`, and for a service of this machine that is not there.
    func address(of service: ServiceName) throws(UsageError) -> ServiceAddress {
        if !ServiceName.suite.contains(service), try places.contextName() == nil {
            let services = try places.services()
            guard services.contains(service) else { throw .unknownService(service.rawValue, among: services) }
        }
        return try places.address(of: service)
    }
}
