package import WireJSON

/// What the JSON frame of a message turned out to be.
package enum RequestText {
    /// The most requests in one batch, unless a service was told another number.
    package static let largestBatch = 256

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
    ///   - largestBatch: The most requests in one batch, from 1.
    package init(_ bytes: Span<UInt8>, reader: JSONReader, largestBatch: Int = Self.largestBatch) {
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
        guard (1...max(1, largestBatch)).contains(root.count) else {
            self = .invalid(RPCError(.invalidRequest, "a batch has 1 to \(largestBatch) requests"))
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
