internal import ZeroMQ

/// What a ``RequestClient`` asks for.
struct FramedRequest {
    let key: String?
    let body: ZMQMultipart
    let policy: CallPolicy
}

/// The messages between a ``RequestClient`` and who reads them as ``RoutedRequest``: an empty frame, the name of the request, its key,
/// and its body; back come the first two, and a ``RequestAnswer``.
struct FramedCodec: RequestCodec {
    /// What the name of each request begins with, so that no other client's answer can be taken for ours.
    private let prefix = String(UInt64.random(in: 0 ... .max), radix: 36) + "-"

    func policy(of request: FramedRequest) -> CallPolicy { request.policy }

    func write(
        _ request: inout FramedRequest,
        for sending: RequestSending<RequestAnswer>,
        to message: inout ZMQMultipart
    ) {
        message.removeAll()
        for text in ["", prefix + String(sending.number), request.key ?? ""] { message.append(utf8: text) }
        message.append(request.body)
    }

    func read(
        _ message: borrowing ZMQMultipart
    ) -> (number: Int, answer: DecodedAnswer<ZMQMultipart, RequestAnswer>)? {
        guard message.count > 1, message.size(of: 0) == 0 else { return nil }
        let name = message.text(1)
        guard name.hasPrefix(prefix), let number = Int(name.dropFirst(prefix.count)) else { return nil }
        return switch RequestAnswer(message, at: 2) {
        case .done(let body)?: (number, .result(body))
        case let refusal?: (number, .refusal(refusal))
        case nil: (number, .unreadable("it is no answer"))
        }
    }

    func meaning(of refusal: RequestAnswer, to request: FramedRequest) -> CallRefusal {
        refusal.refusal ?? CallRefusal()
    }
}

extension RequestChannel<DealerLink, FramedCodec> {
    convenience init(
        to endpoints: [ZMQEndpoint],
        _ options: RequestClientOptions,
        on node: ZMQNode
    ) throws(ZMQError) {
        guard !endpoints.isEmpty else { throw ZMQError(.invalidEndpoint, "a client needs an endpoint") }
        self.init(
            over: endpoints.map { endpoint in
                (
                    endpoint.description,
                    DealerLink(to: endpoint, as: options.security, options: options.socket, on: node)
                )
            },
            codec: FramedCodec(),
            seed: .random(in: 0 ... .max)
        )
    }
}
