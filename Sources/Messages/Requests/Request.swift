package import WireJSON

/// One JSON-RPC request whose envelope is valid; its method may still be unknown and its params wrong.
package struct Request {
    /// The id to echo; `nil` for a notification, which is never answered.
    package let id: RequestID?
    /// The method, such as `juice.order`.
    package let method: String
    /// The params, an object; `nil` when absent.
    package let params: JSONNode?
    /// What the request says about itself.
    package var meta: RequestMeta

    /// A request that is no request: what to answer, and under which id.
    package struct Refusal: Error {
        /// The id to answer under; `nil` is `null` on the wire.
        package let id: RequestID?
        /// What is wrong.
        package let error: RPCError
    }

    private static let names = JSONNames("jsonrpc", "id", "method", "params", "meta")

    /// Reads one request object.
    ///
    /// - Throws: ``Refusal`` with `INVALID_REQUEST`; it carries the id whenever that could be read.
    package init(_ node: JSONNode) throws(Refusal) {
        guard node.kind == .object else { throw Self.refusal(of: nil, "a request must be an object") }
        let members = node.members(Self.names)
        var id: RequestID?
        if let member = members[1] {
            guard let known = RequestID(member) else {
                throw Self.refusal(of: nil, "id must be a string or an integer")
            }
            id = known
        }
        guard members.isString(at: 0, "2.0") else { throw Self.refusal(of: id, "jsonrpc must be \"2.0\"") }
        guard let method = members.string(2) else { throw Self.refusal(of: id, "method must be a string") }
        let params = members[3]
        if let params {
            guard params.kind == .object else { throw Self.refusal(of: id, "params must be an object") }
        }
        do {
            meta = try members[4].map { member throws(RPCError) in try RequestMeta(member) } ?? RequestMeta()
        } catch {
            throw Refusal(id: id, error: error)
        }
        self.id = id
        self.method = method
        self.params = params
    }

    private static func refusal(of id: RequestID?, _ detail: String) -> Refusal {
        Refusal(id: id, error: RPCError(.invalidRequest, detail))
    }
}

/// The `id` of a request, echoed by its reply.
package enum RequestID: Sendable, Hashable, JSONWritable, CustomStringConvertible {
    /// A string id.
    case string(String)
    /// An integer id.
    case integer(Int)

    /// Reads an id; `nil` for anything that is not a string or an integer.
    package init?(_ node: JSONNode) {
        if let text = node.string {
            self = .string(text)
        } else if let number = node.integer {
            self = .integer(number)
        } else {
            return nil
        }
    }

    /// Writes the id as it came.
    package func write(to writer: inout JSONWriter) {
        switch self {
        case .string(let text): writer.string(text)
        case .integer(let number): writer.integer(number)
        }
    }

    /// The id as text.
    package var description: String {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        }
    }
}

/// What the JSON frame of a message turned out to be.
package enum RequestText {
    /// The most requests in one batch, unless a service was told another number.
    package static let maxBatch = 256

    /// One request object.
    case single(Result<Request, Request.Refusal>)
    /// A batch: handled in order, each with its own outcome.
    case batch([Result<Request, Request.Refusal>])
    /// Nothing that could be handled: one error under the id `null`.
    case invalid(RPCError)

    /// Reads a JSON frame.
    ///
    /// - Parameters:
    ///   - bytes: The frame.
    ///   - reader: The reader to use; the requests are views into its document.
    ///   - maxBatch: The most requests in one batch, from 1.
    package init(_ bytes: Span<UInt8>, reader: JSONReader, maxBatch: Int = Self.maxBatch) {
        let root: JSONNode
        do {
            root = try reader.read(bytes)
        } catch {
            self = .invalid(RPCError(error))
            return
        }
        guard root.kind == .array else {
            self = .single(Self.request(root))
            return
        }
        guard (1...max(1, maxBatch)).contains(root.count) else {
            self = .invalid(RPCError(.invalidRequest, "a batch has 1 to \(maxBatch) requests"))
            return
        }
        self = .batch(root.elements.map { Self.request($0) })
    }

    private static func request(_ node: JSONNode) -> Result<Request, Request.Refusal> {
        do throws(Request.Refusal) {
            return .success(try Request(node))
        } catch {
            return .failure(error)
        }
    }
}
