internal import HTTPTypes
internal import Hummingbird
internal import Messages
internal import Synchronization
internal import WireJSON
internal import WorkerClient

/// What services say of themselves: data from peers, kept for a moment.
final class ServiceInfoCache: Sendable {
    /// How long it is believed: by then another process, of another version, may answer.
    fileprivate static let validity = Duration.seconds(1)

    fileprivate struct Entry {
        /// `nil` where it cannot be read.
        let info: ServiceInfo?
        let until: ContinuousClock.Instant
    }

    fileprivate let entries = Mutex<[ServiceName: Entry]>([:])
}

extension Services {
    /// What a service says of itself; `nil` where that cannot be read.
    ///
    /// - Throws: ``CallError`` when it does not answer.
    func info(of service: ServiceName) async throws(CallError) -> ServiceInfo? {
        let known = infos.entries.withLock { $0[service] }
        if let known, known.until > .now { return known.info }
        let reply = try await reply(to: ServiceCall(service: service, method: ServiceMethod.info)).reply
        let info = (try? JSONReader(limits: .generous).read(reply.result)).flatMap { ServiceInfo($0) }
        let entry = ServiceInfoCache.Entry(info: info, until: ContinuousClock.now + ServiceInfoCache.validity)
        infos.entries.withLock { $0[service] = entry }
        return info
    }

    /// A method by the table of this program where the service is one of the suite, else by the service's own; `nil` where
    /// there is none of that name.
    ///
    /// - Throws: ``CallError`` when the service does not answer.
    func method(_ name: String, of service: ServiceName) async throws(CallError) -> MethodDefinition? {
        // What that asks about is the key of a caller, see ``CallerKey``.
        if ServiceName.suite.contains(service) || name == ServiceMethod.outcome.name {
            return MethodDefinition.named(name)
        }
        return try await info(of: service)?.method(name)
    }

    /// The service that a path names.
    ///
    /// - Throws: ``Problem`` when none of that name is served.
    func service(in context: WebContext) throws(Problem) -> ServiceName {
        guard let name = context.parameters.get("service").flatMap({ ServiceName(rawValue: $0) }), has(name) else {
            throw Problem(.notFound, "there is no service of that name")
        }
        return name
    }
}
