internal import Messages

/// The methods that every service answers in every phase, without its state and its journal.
enum StandardMethods {
    static let all = [
        ServiceMethod.ping, ServiceMethod.info, ServiceMethod.stats, ServiceMethod.health, ServiceMethod.drain,
        ServiceMethod.discover,
    ]

    static func named(_ method: String) -> MethodDefinition? {
        all.first { $0.name == method }
    }
}
