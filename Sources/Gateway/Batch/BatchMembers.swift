internal import Messages

/// The names of params that the lines of a batch used, to be held against what services know when all is done.
struct BatchMembers: Sendable {
    /// Names kept of each method: lines may have any number.
    private static let maxNames = 100

    private struct Method: Hashable {
        let service: ServiceName
        let name: String
    }

    private var names: [Method: Set<String>] = [:]

    mutating func add(_ request: BatchRequest) {
        let method = Method(service: request.service, name: request.method)
        for name in request.members where names[method, default: []].count < Self.maxNames {
            names[method, default: []].insert(name)
        }
    }

    /// Warns once of each name that its method does not know.
    func warn(_ callers: [ServiceName: ServiceCaller], in session: Session) async {
        for (method, names) in names.sorted(by: { $0.key.name < $1.key.name }) {
            guard let caller = callers[method.service] else { continue }
            await session.warnOfUnknownMembers(names.sorted(), of: method.name, by: caller)
        }
    }
}
