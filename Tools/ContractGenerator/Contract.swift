import Foundation
import WireJSON

/// The tables of `Protocols/contract` and the schemas of `Protocols/schemas`: the only source of what is generated.
struct Contract {
    /// The services, in the order in which the documents name them.
    static let serviceNames = ["juice", "calc", "expo", "market"]

    let version: String
    let services: [ServiceContract]
    /// The methods that every service answers.
    let standard: [MethodContract]
    let errors: [ErrorContract]
    /// By name, such as `juice.order.params`.
    let schemas: [String: JSONValue]
    /// What is answered over HTTP.
    let http: HTTPContract

    /// Reads and checks the tables.
    ///
    /// - Parameter folder: `Protocols`.
    /// - Throws: ``ContractError`` for a table that is incomplete or names what there is not.
    init(readFrom folder: URL) throws {
        let tables = folder.appending(path: "contract")
        errors = try Table(readFrom: tables.appending(path: "errors.json")).rows("errors").map(ErrorContract.init)
        let common = try Table(readFrom: tables.appending(path: "standard.json"))
        version = try common.text("version")
        standard = try common.rows("methods").map(MethodContract.init)
        services = try Self.serviceNames.map { name in
            try ServiceContract(Table(readFrom: tables.appending(path: "\(name).json")))
        }
        http = try HTTPContract(Table(readFrom: tables.appending(path: "http.json")))
        let suffix = ".schema.json"
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "schemas").path)
        var schemas: [String: JSONValue] = [:]
        for file in files where file.hasSuffix(suffix) {
            let table = try Table(readFrom: folder.appending(path: "schemas/\(file)"))
            schemas[String(file.dropLast(suffix.count))] = table.value
        }
        self.schemas = schemas
        try check()
    }

    /// Every method of a service, its own first.
    func methods(of service: ServiceContract) -> [MethodContract] {
        service.methods
            + standard.filter { service.hasStream || !$0.needsStream }
            .map { $0.withExample(service.examples[$0.name]) }
    }

    /// The errors that a method of a service may be answered with, in the order of the documents.
    func errors(of method: MethodContract, in service: ServiceContract) -> [String] {
        let isStandard = standard.contains { $0.name == method.name }
        let hasParams = !(schemas[method.paramsSchema]?["properties"]?.members ?? []).isEmpty
        // What a standard method without a stream says does not depend on the store, so it is answered in any phase.
        let isAlwaysAnswered = isStandard && !method.needsStream
        var reasons = hasParams ? ["INVALID_PARAMS"] : []
        reasons += method.errors
        reasons += ["INVALID_REQUEST", "PAYLOAD_TOO_LARGE", "DEADLINE_EXCEEDED", "OVERLOADED", "UNAUTHENTICATED"]
        if method.role != "read" { reasons.append("PERMISSION_DENIED") }
        reasons.append("INTERNAL")
        if !isAlwaysAnswered { reasons.append("UNAVAILABLE") }
        if method.kind == "write", !isStandard {
            reasons += ["NOT_ACTIVE", "STORAGE_UNAVAILABLE", "COMMIT_UNKNOWN", "IDEMPOTENCY_KEY_REUSED"]
        }
        // Only a stream has positions that a read can ask for.
        if method.kind == "read", service.hasStream, !isAlwaysAnswered { reasons.append("BEHIND") }
        return reasons
    }

    /// A method by its name, with the service that has it; of a standard one, the first that has it.
    func method(_ name: String) -> (method: MethodContract, service: ServiceContract)? {
        for service in services {
            if let method = methods(of: service).first(where: { $0.name == name }) { return (method, service) }
        }
        return nil
    }

    private func check() throws {
        let reasons = Set(errors.map(\.reason))
        let events = Set(services.flatMap(\.events).map(\.type))
        for method in standard + services.flatMap(\.methods) {
            for schema in [method.paramsSchema, method.resultSchema] where schemas[schema] == nil {
                throw ContractError(method.name, "there is no schemas/\(schema).schema.json")
            }
            for reason in method.errors where !reasons.contains(reason) {
                throw ContractError(method.name, "there is no error \(reason) in errors.json")
            }
            for event in method.events where !events.contains(event) {
                throw ContractError(method.name, "there is no event \(event)")
            }
        }
        try http.check(against: Set((standard + services.flatMap(\.methods)).map(\.name)))
        for event in events where schemas[event] == nil {
            throw ContractError(event, "there is no schemas/\(event).schema.json")
        }
    }
}

/// What is wrong with a table of the contract.
struct ContractError: Error, CustomStringConvertible {
    let description: String

    init(_ place: String, _ fault: String) {
        description = "\(place): \(fault)"
    }
}
