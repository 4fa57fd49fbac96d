internal import Messages

/// Which service a method is for.
enum CallTarget {
    /// The service that a method's first word names, or the one that was named beside it.
    ///
    /// - Parameters:
    ///   - method: Such as `juice.order`.
    ///   - named: What `--to` says; it is needed for methods that every service has, such as `service.ping`.
    /// - Throws: ``UsageError`` when neither names a service.
    static func service(of method: String, named: ServiceName?) throws(UsageError) -> ServiceName {
        if let named { return named }
        let word = method.prefix { $0 != "." }
        if let service = ServiceName(rawValue: String(word)) { return service }
        let names = ServiceName.allCases.map(\.rawValue)
        guard !["service", "rpc", "events"].contains(word) else {
            throw UsageError("every service has \(method): name one with --to (\(names.joined(separator: ", ")))")
        }
        throw unknown(String(word), in: names)
    }

    /// Says that a word names no service, and which might be meant.
    static func unknown(
        _ word: String,
        in names: [String] = ServiceName.allCases.map(\.rawValue)
    ) -> UsageError {
        let near = NearestNames.find(word, in: names)
        let list =
            near.isEmpty ? "there are: \(names.joined(separator: ", "))" : "meant \(near.joined(separator: " or "))?"
        return UsageError("no service is called '\(word.printable)': \(list)")
    }
}
