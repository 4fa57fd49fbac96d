internal import Hummingbird
internal import Messages
internal import NIOCore
internal import WireJSON

/// The params of a method, made of a request.
enum ResourceParams {
    /// The largest body: that of a request on the wire.
    static let largestBody = 1 << 20

    /// Reads the params: the body, or what is in path and query.
    ///
    /// - Returns: One JSON object; `nil` when there is nothing.
    /// - Throws: ``Problem``.
    static func read(_ resource: Resource, from request: Request, in context: WebContext) async throws -> [UInt8]? {
        if resource.takesBody { return try await body(of: request).bytes }
        return try values(of: resource, in: request, context)
    }

    /// What is in path and query.
    private static func values(of resource: Resource, in request: Request, _ context: WebContext) throws -> [UInt8]? {
        let query = try request.query
        for (name, _) in query.all where !resource.parameters.contains(where: { $0.place == .query && $0.name == name })
        {
            let violation = Violation(path: [name], reason: .unknown, detail: "there is no parameter \(name)")
            throw Problem(RPCError(violations: [violation]))
        }
        for parameter in resource.parameters where query.all.count(where: { $0.name == parameter.name }) > 1 {
            let name = parameter.name
            let violation = Violation(path: [name], reason: .type, detail: "\(name) is there more than once")
            throw Problem(RPCError(violations: [violation]))
        }
        guard !resource.parameters.isEmpty else { return nil }
        var writer = JSONWriter()
        writer.beginObject()
        for parameter in resource.parameters {
            let text: String? =
                switch parameter.place {
                case .path: try context.pathParameter(parameter.name)
                case .query: query.first(parameter.name)
                }
            guard let text else { continue }
            writer.name(parameter.member)
            try parameter.write(text, to: &writer)
        }
        writer.endObject()
        return writer.bytes
    }

    /// The body, which has to be one JSON object; its numbers as they were meant, see ``ShortestDecimal``.
    static func body(of request: Request) async throws -> (node: JSONNode, bytes: [UInt8]) {
        let bytes = try await json(of: request)
        let node: JSONNode
        do throws(JSONError) {
            node = try JSONReader().read(bytes)
        } catch {
            throw Problem(RPCError(error))
        }
        guard node.kind == .object else {
            throw Problem(RPCError(.invalidRequest, "the body has to be one JSON object"))
        }
        let meant = ShortestDecimal.json(node, of: bytes)
        return (meant == bytes ? node : (try? JSONReader().read(meant)) ?? node, meant)
    }

    /// The body, which is said to be JSON, or is not said to be anything else.
    static func json(of request: Request) async throws -> [UInt8] {
        if let type = request.headers[.contentType], !type.lowercased().hasPrefix("application/json") {
            throw Problem(.unsupportedMediaType, "the body has to be application/json, and is \(type)")
        }
        return Array(try await request.body.collect(upTo: largestBody).readableBytesView)
    }
}

extension Resource.Parameter {
    /// Writes a value as the wire has it.
    ///
    /// - Throws: ``Problem`` when the text is none of its kind.
    fileprivate func write(_ text: String, to writer: inout JSONWriter) throws(Problem) {
        switch kind {
        case .string: writer.string(text)
        case .integer:
            // As JSON has it: no sign before it but a minus, and no zeros.
            guard let number = Int(text), text == String(number) else { throw wrong("an integer") }
            writer.integer(number)
        case .number:
            guard let node = try? JSONReader().read(text), let number = node.numberText else { throw wrong("a number") }
            writer.number(number)
        case .boolean:
            guard let value = Bool(text) else { throw wrong("true or false") }
            writer.boolean(value)
        }
    }

    private func wrong(_ expected: String) -> Problem {
        Problem(RPCError(violations: [Violation(path: [name], reason: .type, detail: "\(name) has to be \(expected)")]))
    }
}
