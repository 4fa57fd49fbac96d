internal import HTTPTypes
internal import Messages

/// One method of a service as a resource of HTTP: what a route is made of.
///
/// The table of them is generated.
struct Resource: Sendable {
    /// A member of the method's params that is no member of the body.
    struct Parameter: Sendable {
        enum Place: String, Sendable {
            case path
            case query
        }

        enum Kind: Sendable {
            case string
            case integer
            case number
            case boolean
        }

        /// What it is called in the path or the query.
        let name: String
        let place: Place
        let kind: Kind
        /// What it is called on the wire.
        let member: String

        static func path(_ name: String, kind: Kind = .string, as member: String? = nil) -> Parameter {
            Parameter(name: name, place: .path, kind: kind, member: member ?? name)
        }

        static func query(_ name: String, kind: Kind = .string, as member: String? = nil) -> Parameter {
            Parameter(name: name, place: .query, kind: kind, member: member ?? name)
        }
    }

    let verb: HTTPRequest.Method
    /// As the router has it, with `{name}` for a parameter.
    let path: String
    let service: ServiceName
    let method: MethodDefinition
    var parameters: [Parameter] = []
    var success = HTTPResponse.Status.ok
    /// Whether the answer is the attachment, a picture, and not the result.
    var isPicture = false

    var isWrite: Bool { method.kind == .write }
    /// Whether the params are the body.
    var takesBody: Bool { verb != .get }
}
