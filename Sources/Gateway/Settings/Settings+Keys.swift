internal import Messages
internal import WorkerClient

extension Settings {
    /// The keys that some context has for an endpoint of a service; `nil` when none is needed there.
    ///
    /// - Throws: ``UsageError`` when a context cannot be read.
    func keys(for service: ServiceName, at endpoint: String) throws(UsageError) -> ServiceKeys? {
        for name in try contexts.names() {
            let context = try contexts.load(name)
            guard context.places[service]?.rpc == endpoint else { continue }
            return try context.address(of: service).keys
        }
        return nil
    }
}
