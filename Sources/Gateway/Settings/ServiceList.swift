public import ArgumentParser
public import Messages
internal import Platform

/// Some services, each once and in the order given.
struct ServiceList: Sendable, Hashable {
    /// Every service that is configured.
    static let all = ServiceList(services: ServiceName.suite)

    let services: [ServiceName]
}

extension ServiceList {
    /// Reads services as people write them: `juice,calc`.
    init(parsing text: String) throws {
        var services: [ServiceName] = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            let service = try ServiceName(word)
            if !services.contains(service) { services.append(service) }
        }
        self.init(services: services)
    }
}

/// Makes `--to juice` possible.
extension ServiceName: ExpressibleByArgument {
    /// The service of a word; `nil` when there is none of that name.
    public init?(argument: String) { try? self.init(argument) }

    /// Reads the name of a service.
    ///
    /// - Throws: ``UsageError`` when there is none of that name.
    init(_ word: some StringProtocol) throws(UsageError) {
        let word = String(word)
        guard let service = ServiceName(rawValue: word), ServiceName.suite.contains(service) else {
            throw UsageError.unknownService(word)
        }
        self = service
    }
}

/// So that a role can be an argument.
extension PeerRole: ExpressibleByArgument {}

extension UsageError {
    /// Says that a word names no service, and which might be meant.
    static func unknownService(_ word: String) -> UsageError {
        let names = ServiceName.suite.map(\.rawValue)
        let near = NearestNames.find(word, in: names)
        return near.isEmpty
            ? UsageError("no service is called '\(word.printable)': there are: \(names.joined(separator: ", "))")
            : UsageError("no service is called '\(word.printable)': did you mean \(near.joined(separator: " or "))?")
    }
}
