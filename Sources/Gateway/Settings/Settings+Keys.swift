internal import Messages
internal import WorkerClient

extension Settings {
    /// The keys that the contexts have for an endpoint of a service; `nil` when none is needed there.
    ///
    /// - Throws: ``UsageError`` when a context cannot be read, or when two do not have the same keys.
    func keys(for service: ServiceName, at endpoint: String) throws(UsageError) -> ServiceKeys? {
        var found: [(context: String, keys: ServiceKeys?)] = []
        for name in try contexts.names() {
            let context = try contexts.load(name)
            guard context.places[service]?.rpc == endpoint else { continue }
            found.append((name, try context.address(of: service).keys))
        }
        guard let first = found.first else { return nil }
        guard let other = found.first(where: { $0.keys != first.keys }) else { return first.keys }
        throw UsageError(
            "\(first.context) and \(other.context) have different keys for \(endpoint): name one with --context"
        )
    }
}
