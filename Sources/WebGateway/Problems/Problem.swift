internal import HTTPTypes
internal import Hummingbird
internal import Messages
internal import NIOCore
internal import NIOHTTPTypes
internal import WireJSON
internal import WorkerClient

/// Why a request has no result: a document of RFC 9457 with the members that the wire has.
struct Problem: Error, Sendable {
    /// Indirect, so that a request under way has little room for what may go wrong.
    private indirect enum Cause: Sendable {
        /// A service, or this program in the words of one, has said no.
        case error(RPCError, isKeyed: Bool)
        /// HTTP itself: a path, a method, a header or a body that cannot be right.
        case request(detail: String)
    }

    let status: HTTPResponse.Status
    private let cause: Cause
    /// Fields of the header that belong to the problem, such as when to try again.
    private(set) var headers = HTTPFields()
    private var hasCodeAndMessage = false

    /// A problem of HTTP itself.
    init(_ status: HTTPResponse.Status, _ detail: String) {
        self.status = status
        cause = .request(detail: detail)
    }

    /// A problem with a row in the table of errors.
    init(_ error: RPCError, isKeyed: Bool = false) {
        status = HTTPResponse.Status(code: error.status)
        cause = .error(error, isKeyed: isKeyed)
        if let milliseconds = error.retryAfterMilliseconds {
            headers[.retryAfter] = "\(max(1, (milliseconds + 999) / 1_000))"
        }
    }

    /// What became of a call that has no result.
    ///
    /// - Parameters:
    ///   - isWrite: Whether it was to change something.
    ///   - key: What the caller is told as the key that the call was made with; `nil` for nothing.
    init(_ error: CallError, isWrite: Bool, key: String? = nil) {
        self.init(error.rpcError, isKeyed: error.idempotencyKey != nil || !isWrite)
        if isWrite, error.idempotencyKey != nil { headers[.idempotencyKey] = key }
    }

    /// What was thrown, where it is a problem of a request: as it is, or as HTTP has it.
    init?(_ error: any Error, of request: Request) {
        switch error {
        case let problem as Problem: self = problem
        case let error as any HTTPResponseError: self.init(error.status, Self.detail(of: error.status, request))
        default: return nil
        }
    }

    private static func detail(of status: HTTPResponse.Status, _ request: Request) -> String {
        switch status {
        case .notFound: "there is nothing at \(request.uri.path)"
        case .methodNotAllowed: "\(request.uri.path) does not take \(request.method.rawValue)"
        case .contentTooLarge: "the body is larger than what is taken here"
        default: status.reasonPhrase
        }
    }

    /// A service has answered with something else than what a method promises.
    static func unreadable(_ method: MethodDefinition) -> Problem {
        Problem(.badGateway, "the result of \(method.name) lacks what it has to have")
    }

    /// The same with `code` and `message` beside the other members: open-market clients know no others.
    var withCodeAndMessage: Problem {
        var problem = self
        problem.hasCodeAndMessage = true
        return problem
    }

    /// What exactly was wrong, for people.
    var detail: String {
        switch cause {
        case .error(let error, _): error.detail
        case .request(let detail): detail
        }
    }

    /// The error of a service; `nil` for a problem of HTTP itself.
    var error: RPCError? {
        if case .error(let error, _) = cause { error } else { nil }
    }

    /// The same with a field in its header.
    func with(_ name: HTTPField.Name, _ value: String) -> Problem {
        var problem = self
        problem.headers[name] = value
        return problem
    }

    var response: Response {
        Response(status: status, headers: fields, body: .init(byteBuffer: ByteBuffer(bytes: document)))
    }

    /// The response as a connection takes it that nobody else answers, and that ends with it.
    var parts: [HTTPResponsePart] {
        let body = ByteBuffer(bytes: document)
        var fields = fields
        fields[.connection] = "close"
        fields[.resourcePolicy] = "same-origin"
        fields[.contentLength] = "\(body.readableBytes)"
        return [.head(HTTPResponse(status: status, headerFields: fields)), .body(body), .end(nil)]
    }

    private var fields: HTTPFields {
        var fields = headers
        fields[.contentType] = "application/problem+json"
        fields[.cacheControl] = "no-store"
        return fields
    }

    private var document: [UInt8] {
        JSONWriter.object { writer in
            switch cause {
            case .error(let error, let isKeyed):
                writer.member("title", error.message)
                error.writeProblem(isKeyed: isKeyed, to: &writer)
            case .request(let detail):
                writer.member("title", status.reasonPhrase)
                writer.member("status", status.code)
                writer.member("detail", detail)
            }
            if hasCodeAndMessage {
                writer.member("code", status.code)
                writer.member("message", detail)
            }
        }
    }
}
