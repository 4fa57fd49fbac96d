internal import Messages
internal import Platform
internal import WireJSON
internal import WorkerClient

/// A request of a batch, ready to be sent.
struct BatchRequest: Sendable {
    let service: ServiceName
    let method: String
    let params: [UInt8]?
    /// The names of the members of its params.
    let members: [String]
    /// The key that it came with; of a write without one, a new one from when its service was asked; `nil` for a read.
    var key: String?

    /// Reads a request: `method`, `params`, `meta.idempotencykey` as on the wire, and `to` for methods of every service.
    ///
    /// - Throws: ``UsageError`` saying what is wrong with it.
    init(_ node: JSONNode) throws(UsageError) {
        guard node.kind == .object else { throw UsageError("the line is not a JSON object") }
        guard let method = node["method"]?.string else { throw UsageError("method must be a string") }
        var named: ServiceName?
        if let to = node["to"] {
            guard let word = to.string else { throw UsageError("to must be the name of a service") }
            named = try ServiceName(word)
        }
        if let params = node["params"], params.kind != .object { throw UsageError("params must be an object") }
        self.method = method
        service = try CallTarget.service(of: method, named: named)
        params = node["params"]?.jsonText
        members = node["params"]?.members.map { $0.name } ?? []
        key = try Self.key(node["meta"])
    }

    private static func key(_ meta: JSONNode?) throws(UsageError) -> String? {
        guard let meta else { return nil }
        guard meta.kind == .object else { throw UsageError("meta must be an object") }
        guard let key = meta["idempotencykey"] else { return nil }
        guard let text = key.string, (1...RequestMeta.maxIdempotencyKeyLength).contains(text.utf8.count) else {
            throw UsageError(
                "meta.idempotencykey must be a string of 1 to \(RequestMeta.maxIdempotencyKeyLength) bytes"
            )
        }
        return text
    }
}

/// One line of a batch: a request in the shape of the wire, or why it is none.
struct BatchLine: Sendable {
    /// Its number in the input, from 1.
    let number: Int
    /// What the line called itself, as it was written: a string or an integer.
    let id: [UInt8]?
    var content: Result<BatchRequest, UsageError>

    /// - Parameter isCut: Whether the line was longer than any request, and so is not all there.
    init(number: Int, text: [UInt8], isCut: Bool) {
        self.number = number
        guard !isCut else {
            id = nil
            content = .failure(UsageError("the line is longer than any request may be"))
            return
        }
        let node: JSONNode
        do throws(JSONError) {
            node = try JSONReader(limits: .generous).read(text)
        } catch {
            id = nil
            content = .failure(UsageError("the line is not valid JSON: \(error.message)"))
            return
        }
        let name = node["id"]
        id = name?.kind == .string || name?.kind == .integer ? name?.jsonText : nil
        content = Result { () throws(UsageError) in try BatchRequest(node) }
    }
}
