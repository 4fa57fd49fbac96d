/// One service: `contract/SERVICE.json`.
struct ServiceContract {
    let name: String
    let description: String
    /// Whether it publishes events.
    let hasStream: Bool
    let methods: [MethodContract]
    let events: [EventContract]
    /// Examples of standard methods that are this service's own.
    let examples: [String: MethodContract.Example]

    /// Stands for any service that has no methods but those that all have.
    static let any = ServiceContract()

    private init() { (name, description, hasStream, methods, events, examples) = ("", "", true, [], [], [:]) }

    init(_ table: Table) throws {
        name = try table.text("service")
        description = try table.text("description")
        hasStream = table.flag("stream")
        methods = try table.rows("methods").map(MethodContract.init)
        events = try table.rows("events").map(EventContract.init)
        var examples: [String: MethodContract.Example] = [:]
        for member in table.value["examples"]?.members ?? [] {
            examples[member.name] = try MethodContract.Example(member.value, of: member.name)
        }
        self.examples = examples
    }
}

struct MethodContract {
    struct Example {
        let params: JSONValue
        let result: JSONValue

        init(_ value: JSONValue?, of method: String) throws {
            guard let params = value?["params"], let result = value?["result"] else {
                throw ContractError(method, "an example has params and a result")
            }
            self.params = params
            self.result = result
        }
    }

    let name: String
    let kind: String
    let role: String
    let summary: String
    /// The member of the params that is an idempotency key; `nil` for none.
    let keyParameter: String?
    /// The member of the result that its readers name in a later write; `nil` for none.
    let versionMember: String?
    /// The errors beside those that any method of its kind may be answered with.
    let errors: [String]
    /// The types of the events that it may cause.
    let events: [String]
    /// Whether only services with a stream of events have it.
    let needsStream: Bool
    /// Why the params are not generated; `nil` when they are.
    let handwritten: String?
    /// The params whose limits are constants, because more than their reading needs them.
    let limits: [String]
    private(set) var example: Example

    var paramsSchema: String { name + ".params" }
    var resultSchema: String { name + ".result" }

    init(_ table: Table) throws {
        name = try table.text("name")
        kind = try table.text("kind", oneOf: ["read", "write"])
        role = try table.text("role", oneOf: ["read", "order", "operate"])
        summary = try table.text("summary")
        keyParameter = table.value["keyParameter"]?.string
        versionMember = table.value["versionMember"]?.string
        errors = table.texts("errors")
        events = table.texts("events")
        needsStream = table.flag("stream")
        handwritten = table.value["handwritten"]?.string
        limits = table.texts("limits")
        example = try Example(table.value["example"], of: name)
    }

    func withExample(_ other: Example?) -> MethodContract {
        var method = self
        if let other { method.example = other }
        return method
    }
}

struct EventContract {
    struct Subject {
        let name: String
        let description: String
    }

    let type: String
    /// The name of its channel in the AsyncAPI document.
    let channel: String
    let title: String
    let summary: String
    /// What its topics end with; `nil` when there is one topic, which ends with `all`.
    let subject: Subject?

    init(_ table: Table) throws {
        type = try table.text("type")
        channel = try table.text("channel")
        title = try table.text("title")
        summary = try table.text("summary")
        if let name = table.value["subject"]?["name"]?.string {
            subject = Subject(name: name, description: table.value["subject"]?["description"]?.string ?? "")
        } else {
            subject = nil
        }
    }

    /// The topic, with the subject between braces.
    var address: String {
        "\(type).\(subject.map { "{\($0.name)}" } ?? "all")."
    }
}

/// One error: a row of `contract/errors.json`.
struct ErrorContract {
    let reason: String
    let code: Int
    let status: Int
    let retry: String
    let outcome: String
    /// Whether the same content under the same key gets it whenever it arrives.
    let isFinal: Bool
    /// What is sent as `message`.
    let message: String
    /// One sentence for the documents.
    let summary: String
    /// Further members of `data` that are always there.
    let members: [String]
    /// Further members of `data` that may be there.
    let optional: [String]

    init(_ table: Table) throws {
        reason = try table.text("reason")
        code = try table.integer("code")
        status = try table.integer("status")
        retry = try table.text("retry", oneOf: ["no", "yes", "with a key"])
        outcome = try table.text("outcome", oneOf: ["applied", "not_applied", "unknown"])
        isFinal = table.flag("final")
        message = try table.text("message")
        summary = try table.text("summary")
        members = table.texts("members")
        optional = table.texts("optional")
    }

    var problemType: String {
        "urn:jangteo:problem:" + reason.lowercased().replacing("_", with: "-")
    }
}
