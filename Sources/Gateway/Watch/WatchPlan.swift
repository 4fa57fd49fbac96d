internal import Messages
internal import Platform
internal import WorkerClient

/// Which services to listen to, and which of their events to show.
struct WatchPlan: Sendable, Hashable {
    let services: ServiceList
    private let prefixes: [String]

    /// Makes a plan from the prefixes that somebody typed; without any, everything that is published.
    ///
    /// - Throws: ``UsageError`` when the first word of a prefix cannot be the name of a service.
    init(_ typed: [String]) throws(UsageError) {
        var services: [ServiceName] = []
        for prefix in typed {
            let service = try ServiceName(prefix.prefix { $0 != "." })
            if !services.contains(service) { services.append(service) }
        }
        self.services = typed.isEmpty ? .all : ServiceList(services: services)
        // Topics are compared by whole words: the dot keeps `…mango` from taking `…mango-kiwi`.
        prefixes = typed.map { $0.hasSuffix(".") ? $0 : "\($0)." }
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
