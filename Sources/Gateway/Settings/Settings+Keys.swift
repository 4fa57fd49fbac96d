internal import Messages
internal import WorkerClient

extension Settings {
    /// The keys that the contexts have for an endpoint of a service; `nil` when none is needed there.
    ///
    /// - Throws: ``UsageError`` when a context cannot be read, or when two do not have the same keys.
    func keys(for service: ServiceName, at endpoint: String) throws(UsageError) -> ServiceKeys? {
        var found: (context: String, keys: ServiceKeys?)?
        for name in try contexts.names() {
            let context = try contexts.load(name)
            guard context.places[service]?.rpc == endpoint else { continue }
            let keys = try context.address(of: service).keys
            guard found == nil || found?.keys == keys else {
                throw UsageError(
                    "\(found?.context ?? "") and \(name) have different keys for \(endpoint): name one with --context"
                )
            }
            found = (name, keys)
        }
        return found?.keys
    }
}
