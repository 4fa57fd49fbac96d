public import ArgumentParser
public import Messages
internal import Platform

/// Some services, each once and in the order given.
struct ServiceList: Sendable, Hashable {
    /// Every service there is.
    static let all = ServiceList(services: nil)

    /// The services; `nil` for all there are.
    let services: [ServiceName]?
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
    /// Reads what could be the name of a service; whether there is one is found out when it is called.
    ///
    /// - Throws: ``UsageError`` for any other word.
    init(_ word: some StringProtocol) throws(UsageError) {
        guard let service = ServiceName(rawValue: String(word)) else {
            throw UsageError.unknownService(String(word), among: ServiceName.suite)
        }
        self = service
    }
}

/// So that a role can be an argument.
extension PeerRole: ExpressibleByArgument {}

extension UsageError {
    /// Says that a word names no service, and which might be meant.
    ///
    /// - Parameter services: Those there are.
    static func unknownService(_ word: String, among services: [ServiceName]) -> UsageError {
        let names = services.map(\.rawValue)
        let near = NearestNames.find(word, in: names)
        return near.isEmpty
            ? UsageError(
                "no service called '\(word.printable)' is running or configured: there are: \(names.joined(separator: ", "))"
            )
            : UsageError(
                "no service called '\(word.printable)' is running or configured: did you mean \(near.joined(separator: " or "))?"
            )
    }
}
