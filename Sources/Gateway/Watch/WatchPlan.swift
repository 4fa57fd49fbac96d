internal import Messages
internal import Platform
internal import WorkerClient

/// Which services to listen to, and which of their events to show.
struct WatchPlan: Sendable, Hashable {
    let services: ServiceList
    private let prefixes: [String]
    /// The services of others that were named: what they publish only they can say.
    var strangers: [ServiceName] { (services.services ?? []).filter { !ServiceName.suite.contains($0) } }

    /// Makes a plan from the prefixes that somebody typed; without any, everything that is published.
    ///
    /// - Throws: ``UsageError`` when the first word of a prefix cannot be the name of a service, or when no topic of the
    ///   suite begins with a prefix.
    init(_ typed: [String]) throws(UsageError) {
        var services: [ServiceName] = []
        for prefix in typed {
            let service = try ServiceName(prefix.prefix { $0 != "." })
            if !services.contains(service) { services.append(service) }
        }
        self.services = typed.isEmpty ? .all : ServiceList(services: services)
        // Topics are compared by whole words: the dot keeps `…mango` from taking `…mango-kiwi`.
        prefixes = typed.map { $0.hasSuffix(".") ? $0 : "\($0)." }
        for service in services where ServiceName.suite.contains(service) {
            try check(service, publishing: EventTopic.types(of: service))
        }
    }

    /// Refuses a prefix with which no topic of its service can begin: nothing would ever come.
    ///
    /// - Parameter types: The types of events that the service publishes.
    func check(_ service: ServiceName, publishing types: [String]) throws(UsageError) {
        guard !types.isEmpty else { throw UsageError("\(service.rawValue) does not publish any events") }
        for prefix in prefixes where prefix.utf8.starts(with: EventTopic.all(service).utf8) {
            // Behind the type is the subject, and which there are only the service knows.
            guard !types.contains(where: { "\($0).".hasPrefix(prefix) || prefix.hasPrefix("\($0).") }) else { continue }
            let typed = String(prefix.dropLast())
            let near = NearestNames.find(typed, in: types).map(\.printable).joined(separator: " or ")
            guard near.isEmpty else {
                throw UsageError("no topic begins with '\(typed.printable)': did you mean \(near)?")
            }
            let known = types.map(\.printable).joined(separator: ", ")
            throw UsageError("no topic begins with '\(typed.printable)': there are: \(known)")
        }
    }

    /// Where to listen.
    ///
    /// - Throws: ``UsageError`` when the context in use has no address for the events of a service that was named.
    func addresses(_ settings: Settings) throws(UsageError) -> [ServiceAddress] {
        let addresses = try settings.addresses(of: services)
        guard services != .all else { return addresses.filter { !$0.events.isEmpty } }
        if let mute = addresses.first(where: \.events.isEmpty) {
            throw UsageError("the context in use has no address for the events of \(mute.service.rawValue)")
        }
        return addresses
    }

    /// Whether an event of a topic is to be shown.
    func shows(topic: @autoclosure () -> String) -> Bool {
        guard !prefixes.isEmpty else { return true }
        let topic = topic()
        return prefixes.contains { topic.utf8.starts(with: $0.utf8) }
    }
}
