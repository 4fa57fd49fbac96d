internal import Messages
internal import ServiceLifecycle
internal import Synchronization
internal import WireJSON

/// How busy the services were in the last fifteen minutes: what the board opens with.
///
/// It is this process's memory and of a fixed size; after a start it begins empty.
final class LoadHistory: Service, Sendable {
    /// From one look to the next.
    static let interval = Duration.seconds(5)
    /// Fifteen minutes of them.
    private static let maxRates = 180

    private struct Load {
        /// Requests and milliseconds since the process started; `nil` while it does not answer.
        var last: (requests: Int, uptime: Int)?
        /// Tenths of requests per second, oldest first.
        var rates: [Int] = []

        mutating func add(_ statistics: ServiceStatistics?) {
            let now = statistics.map { (requests: $0.requestsOfUsers, uptime: $0.uptime) }
            if let last, let now, now.uptime > last.uptime, now.requests >= last.requests {
                rates.append((now.requests - last.requests) * 10_000 / (now.uptime - last.uptime))
            } else {
                // The first look, nobody there, or a process that is new and counts from 0.
                rates.append(0)
            }
            if rates.count > maxRates { rates.removeFirst() }
            last = now
        }
    }

    private let services: Services
    private let loads = Mutex<[ServiceName: Load]>([:])

    init(of services: Services) { self.services = services }

    /// Looks at the services until it is to end.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await self.look()
                try? await Task.sleep(for: Self.interval)
            }
        }
    }

    /// An array of requests per second for each service, by its name.
    var json: [UInt8] {
        let loads = loads.withLock { $0 }
        return JSONWriter.object { writer in
            for service in services.names {
                writer.name(service.rawValue)
                writer.beginArray()
                for rate in loads[service]?.rates ?? [] { writer.number("\(rate / 10).\(rate % 10)") }
                writer.endArray()
            }
        }
    }

    private func look() async {
        let found = await services.statistics()
        loads.withLock { loads in
            for (service, statistics) in found { loads[service, default: Load()].add(statistics) }
        }
    }
}

extension Services {
    /// What a service counts; `nil` where it does not answer within a second.
    func statistics(of service: ServiceName) async -> ServiceStatistics? {
        await probe(service, with: ServiceMethod.stats) { ServiceStatistics($0) }
    }

    /// The same of all services, asked at the same time, in the order of their names.
    func statistics() async -> [(service: ServiceName, statistics: ServiceStatistics?)] {
        await withTaskGroup(of: (ServiceName, ServiceStatistics?).self) { group in
            for service in names { group.addTask { (service, await statistics(of: service)) } }
            var found: [(service: ServiceName, statistics: ServiceStatistics?)] = []
            for await one in group { found.append(one) }
            return found.sorted { $0.service.rawValue < $1.service.rawValue }
        }
    }
}

extension ServiceStatistics {
    /// The methods without those that operators and programs ask about a service itself.
    ///
    /// What the board asks for would be all there is to see of a service that nobody uses.
    var methodsOfUsers: [Method] {
        methods.filter { !$0.name.hasPrefix("service.") && !$0.name.hasPrefix("rpc.") && $0.name != "-" }
    }

    var requestsOfUsers: Int { methodsOfUsers.reduce(0) { $0 + $1.count } }
}
