/// A method that changes nothing, as its service and its callers know it.
public struct ReadMethod<Params: Message, Result: Message>: Sendable {
    package let declaration: MethodDeclaration

    /// Declares a method.
    ///
    /// - Parameters:
    ///   - name: Its name on the wire, which begins with that of the service: `counter.get`.
    ///   - summary: One sentence.
    ///   - params: What it takes.
    ///   - result: What it gives.
    ///   - role: What its callers have to be.
    ///   - errors: What it may be refused for, besides what the engine refuses by itself.
    ///   - example: Params for the contract, where people and programs look for one.
    public init(
        _ name: String,
        _ summary: String,
        params: Params.Type,
        result: Result.Type,
        for role: PeerRole = .read,
        errors: [ErrorReason] = [],
        example: Params? = nil
    ) {
        declaration = MethodDeclaration(
            definition: MethodDefinition(name, .read, for: role, summary),
            params: params,
            result: result,
            errors: errors,
            events: [],
            example: example
        )
    }
}

/// A method that changes something, as its service and its callers know it.
public struct WriteMethod<Params: Message, Result: Message>: Sendable {
    package let declaration: MethodDeclaration

    /// Declares a method.
    ///
    /// - Parameters:
    ///   - name: Its name on the wire, which begins with that of the service: `counter.add`.
    ///   - summary: One sentence.
    ///   - params: What it takes.
    ///   - result: What it gives.
    ///   - role: What its callers have to be.
    ///   - errors: What it may be refused for, besides what the engine refuses by itself.
    ///   - events: What it may cause.
    ///   - example: Params for the contract, where people and programs look for one.
    public init(
        _ name: String,
        _ summary: String,
        params: Params.Type,
        result: Result.Type,
        for role: PeerRole = .order,
        errors: [ErrorReason] = [],
        events: [any EventDeclaration] = [],
        example: Params? = nil
    ) {
        declaration = MethodDeclaration(
            definition: MethodDefinition(name, .write, for: role, summary),
            params: params,
            result: result,
            errors: errors,
            events: events,
            example: example
        )
    }
}

/// A method without the types of its params and its result.
package struct MethodDeclaration: Sendable {
    package let definition: MethodDefinition
    package let params: any Message.Type
    package let result: any Message.Type
    package let errors: [ErrorReason]
    package let events: [any EventDeclaration]
    package let example: (any Message)?
}

/// A type of event, whatever its data.
public protocol EventDeclaration: Sendable {
    /// The front of its topics, such as `counter.changed`.
    var type: String { get }
    /// One sentence.
    var summary: String { get }
    /// What its events say.
    var data: any Message.Type { get }
}

/// A type of event, as its service and its subscribers know it.
///
/// A type and its data stay what they are: data may gain members that may be absent, and everything else is another
/// type.
public struct EventType<Data: Message>: EventDeclaration {
    /// The front of its topics.
    public let type: String
    /// One sentence.
    public let summary: String
    /// What its events say.
    public var data: any Message.Type { Data.self }

    /// Declares a type of event.
    ///
    /// - Parameters:
    ///   - type: The front of its topics, which begins with the name of the service: `counter.changed`. A topic, which
    ///     has the subject behind the type, has at most 64 bytes.
    ///   - summary: One sentence.
    ///   - data: What its events say.
    public init(_ type: String, _ summary: String, data: Data.Type) {
        (self.type, self.summary) = (type, summary)
    }
}
