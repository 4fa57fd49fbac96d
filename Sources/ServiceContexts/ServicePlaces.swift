package import Messages
package import Platform
package import WorkerClient

/// Where the services are, as arguments and environment say: in a context, or in the run directory of this machine.
package struct ServicePlaces: Sendable {
    package let runDirectory: String
    /// Whether the arguments named the run directory.
    package let namesRunDirectory: Bool
    /// Where the user's keys and contexts are; `nil` where nothing says where that is.
    package let configDirectory: String?
    /// The context that arguments or environment named.
    private let namedContext: String?
    private let environment: Environment

    /// - Parameters:
    ///   - runDirectory: The one that the arguments named.
    ///   - context: The name of the one that the arguments named.
    package init(runDirectory named: String?, context: String?, _ environment: Environment) {
        let locations = Locations(runDirectory: named) { environment[$0] }
        runDirectory = locations.runDirectory
        namesRunDirectory = named != nil
        configDirectory = locations.configDirectory
        namedContext = context ?? (named == nil ? environment["JANGTEO_CONTEXT"] : nil)
        self.environment = environment
    }

    /// The contexts there are.
    package var contexts: ContextStore { ContextStore(directory: configDirectory) }

    /// The context to talk to; `nil` for the services of this machine.
    ///
    /// - Throws: ``UsageError`` when the one in use cannot be read.
    package func contextName() throws(UsageError) -> String? {
        if let namedContext { return namedContext == ServiceContext.local ? nil : namedContext }
        // Whoever says where the services of this machine are means those.
        guard !namesRunDirectory, environment["JANGTEO_RUN_DIR"] == nil else { return nil }
        return try contexts.current()
    }

    /// The variable that decides which services are meant, whatever was chosen; `nil` when the choice decides.
    package var decidingVariable: String? {
        ["JANGTEO_CONTEXT", "JANGTEO_RUN_DIR"].first { environment[$0] != nil }
    }

    /// The services there are: those of the context to talk to; without one, those of the suite, and others that a
    /// variable `JANGTEO_<S>_RPC` names or whose locks are in the run directory.
    ///
    /// - Throws: ``UsageError`` when the context in use cannot be read.
    package func services() throws(UsageError) -> [ServiceName] {
        let found: Set<ServiceName>
        if let name = try contextName() {
            found = Set(try contexts.load(name).places.keys)
        } else {
            let named = namesRunDirectory ? [] : environment.names.compactMap(Locations.service(ofVariable:))
            found = Set(ServiceName.suite).union(named.compactMap(ServiceName.init(rawValue:)))
                .union(RunDirectory.services(in: runDirectory))
        }
        let others = found.subtracting(ServiceName.suite).sorted { $0.rawValue < $1.rawValue }
        return ServiceName.suite.filter(found.contains) + others
    }

    /// Where some services are.
    ///
    /// - Parameter some: Those; `nil` for all there are.
    /// - Throws: As ``address(of:)``.
    package func addresses(of some: [ServiceName]? = nil) throws(UsageError) -> [ServiceAddress] {
        let services = if let some { some } else { try services() }
        return try services.map { service throws(UsageError) in try address(of: service) }
    }

    /// Where a service is: in the context to talk to; without one in the run directory, unless `JANGTEO_<S>_RPC` and
    /// `JANGTEO_<S>_EVENTS` say otherwise, and `--run-dir` is not given.
    ///
    /// - Throws: ``UsageError`` when the run directory is needed and not safe, or the context does not have it.
    package func address(of service: ServiceName) throws(UsageError) -> ServiceAddress {
        if let name = try contextName() { return try contexts.load(name).address(of: service) }
        var address = ServiceAddress(service: service, runDirectory: runDirectory)
        let named = Locations.endpoints(of: service.rawValue) { namesRunDirectory ? nil : environment[$0] }
        let (rpc, events) = (Self.reachable(named.rpc), Self.reachable(named.events))
        if rpc == nil || events == nil { try RunDirectory.check(runDirectory) }
        if let rpc { address.rpc = rpc }
        if let events { address.events = events }
        return address
    }
}

extension ServicePlaces {
    /// Those of the endpoints of a variable to which to connect, with commas between them; `nil` where there are none.
    ///
    /// It names where one service listens, or where several workers of it do. Those on this machine are the user's own: where
    /// there are any, the others are not needed.
    private static func reachable(_ endpoints: [String]) -> String? {
        let own = endpoints.filter { $0.hasPrefix("ipc://") }
        let chosen = own.isEmpty ? endpoints : own
        return chosen.isEmpty ? nil : chosen.joined(separator: ",")
    }

    /// The keys that the contexts have for an endpoint of a service; `nil` when none is needed there.
    ///
    /// - Throws: ``UsageError`` when a context cannot be read, or when two do not have the same keys.
    package func keys(for service: ServiceName, at endpoint: String) throws(UsageError) -> ServiceKeys? {
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
