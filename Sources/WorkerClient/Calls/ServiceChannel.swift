internal import Messages
internal import WireJSON
internal import ZeroMQ
internal import ZeroMQPatterns

extension RequestChannel where Codec == ServiceCodec {
    /// - Parameters:
    ///   - workers: The endpoints of the service, as its workers name each other, with a connection for each; from one.
    ///   - seed: Decides the random part of all pauses.
    ///   - name: A random number that no other channel of the service has.
    convenience init(over workers: [(endpoint: String, transport: Transport)], seed: UInt64, name: UInt64) {
        self.init(over: workers, codec: ServiceCodec(name: name, hasSeveralWorkers: workers.count > 1), seed: seed)
    }

    /// Begins a call; `completion` is called exactly once, perhaps at once.
    func begin(
        _ number: Int,
        method: String,
        params: [UInt8]?,
        attachments: [[UInt8]],
        options: CallOptions,
        completion: @escaping (Result<CallReply, CallError>) -> Void
    ) {
        let request = CallRequest(method: method, params: params, attachments: attachments, options: options)
        if let fault = codec.fault(of: request, number: number) {
            return completion(.failure(CallError(fault, idempotencyKey: options.idempotencyKey)))
        }
        begin(number, request: request) { completion($0.result) }
    }
}

extension RequestChannel<DealerLink, ServiceCodec> {
    /// The longest wait for a service that has come back: short enough for a call with a `connectTimeout` of a second.
    private static var maxReconnectInterval: Duration { .milliseconds(500) }

    /// Makes a channel over libzmq.
    ///
    /// - Parameters:
    ///   - address: The service.
    ///   - node: The thread to use.
    ///   - onMessage: Sees every message, on that thread.
    convenience init(
        to address: ServiceAddress,
        on node: ZMQNode,
        onMessage: MessageObserver? = nil
    ) throws(ZMQError) {
        var options = ZMQSocketOptions.dealer
        options.choosesRoutingID = true
        options.maximumFrameBytes = CallRequest.maxFrameBytes
        // The delimiter, the JSON and what follows it.
        options.maximumFrames = CallRequest.maxAttachments + 2
        options.maximumReconnectInterval = Self.maxReconnectInterval
        let security = address.keys.security
        var workers: [(endpoint: String, transport: DealerLink)] = []
        for text in address.rpcEndpoints {
            let endpoint = try ZMQEndpoint(parsing: text)
            let link = DealerLink(to: endpoint, as: security, options: options, on: node, onMessage: onMessage)
            workers.append((text, link))
        }
        self.init(over: workers, seed: .random(in: 0 ... .max), name: .random(in: 0 ... .max))
    }
}

extension RequestOutcome<ServiceCodec> {
    /// The same for other threads.
    fileprivate var result: Result<CallReply, CallError> {
        let code: CallError.Code
        switch ending {
        case .answered(let answer, let roundTrip):
            return .success(
                CallReply(
                    result: answer.result.jsonBytes,
                    attachments: answer.attachments,
                    meta: answer.meta,
                    roundTrip: roundTrip,
                    sends: sends
                )
            )
        case .refused(let error): code = .refused(error)
        case .unreachable: code = .unreachable
        case .notAdmitted(let fault): code = .notAdmitted(fault)
        case .timedOut: code = .timedOut
        case .outcomeUnknown: code = .outcomeUnknown
        case .unreadable(let why): code = .badReply(why)
        case .cancelled: code = .cancelled
        }
        return .failure(
            CallError(
                code,
                idempotencyKey: request.options.idempotencyKey,
                sends: sends,
                lastError: lastRefusal
            )
        )
    }
}
