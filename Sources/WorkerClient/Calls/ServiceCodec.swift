internal import Messages
internal import WireJSON
internal import ZeroMQ
internal import ZeroMQPatterns

/// The calls to one service.
typealias ServiceChannel<Transport: RequestTransport> = RequestChannel<Transport, ServiceCodec>

/// What a service answered, as the thread of its channel has read it.
struct ServiceAnswer {
    let result: JSONNode
    /// The frames after the JSON.
    let attachments: [[UInt8]]
    let meta: ReplyMeta?
}

/// The messages between a client and a service: each sending says how much time is left, and reads of several workers ask not to be
/// shown less than was seen.
struct ServiceCodec: RequestCodec {
    /// How often one read finds out whether a worker is still there that is not cut off.
    private static let staleInterval = Duration.seconds(2)

    /// What every id begins with, so that no other client's reply can be taken for ours.
    private let prefix: String
    /// What no read may fall behind; `nil` for a single worker, which does not go back.
    private var seen: SeenPosition?
    /// Until when reads take the answer of a worker that is cut off, because all of them are.
    private var staleUntil: SuspendingClock.Instant?
    private let paramsReader = JSONReader(limits: CallRequest.paramsLimits)
    private let replyReader = JSONReader(
        limits: JSONLimits(bytes: CallRequest.maxFrameBytes, depth: 128, members: CallRequest.maxFrameBytes)
    )
    private var writer = JSONWriter(capacity: 1_024)

    /// - Parameters:
    ///   - name: A random number that no other channel of the service has.
    ///   - hasSeveralWorkers: Whether one of them may be behind another.
    init(name: UInt64, hasSeveralWorkers: Bool) {
        prefix = String(name, radix: 36) + "-"
        seen = hasSeveralWorkers ? SeenPosition() : nil
    }

    /// Takes note of a position of the stream that was seen elsewhere.
    mutating func see(_ position: StreamPosition) {
        seen?.see(epoch: position.epoch, sequence: position.sequence)
    }

    // MARK: Requests

    /// Why a call cannot be sent; `nil` when it can.
    mutating func fault(of request: CallRequest, number: Int) -> CallError.Code? {
        // A position may come in before it is sent.
        let atLeast = seen == nil && request.options.atLeast == nil ? nil : RequestMeta.maxPosition
        return request.fault(id: prefix + String(number), atLeast: atLeast, reader: paramsReader, writer: &writer)
    }

    func policy(of request: CallRequest) -> CallPolicy {
        CallPolicy(request.options, method: request.method)
    }

    mutating func write(
        _ request: inout CallRequest,
        for sending: RequestSending<RPCError>,
        to message: inout ZMQMultipart
    ) {
        request.isCurrent = isSentForCurrent(request, in: sending)
        request.fill(
            &message,
            id: prefix + String(sending.number),
            remaining: sending.now.duration(to: sending.deadline),
            atLeast: request.options.atLeast.map { max($0, seen?.sequence ?? 0) } ?? seen?.sequence,
            writer: &writer
        )
    }

    /// Whether a call is sent for a worker that hears of its log only: not once all have said that they do not, for a stale answer
    /// is better than none.
    private mutating func isSentForCurrent(_ request: CallRequest, in sending: RequestSending<RPCError>) -> Bool {
        guard seen != nil, !request.options.isWrite else { return false }
        let behind = sending.refusals.count { $0.knownReason == .behind }
        if behind >= sending.connectedServers {
            staleUntil = sending.now.advanced(by: Self.staleInterval)
            return false
        }
        guard let staleUntil, behind == 0 else { return true }
        guard sending.now >= staleUntil else { return false }
        // This one finds out for the others.
        self.staleUntil = sending.now.advanced(by: Self.staleInterval)
        return true
    }

    /// A call was answered.
    mutating func answered(_ request: CallRequest) {
        if request.isCurrent { staleUntil = nil }
    }

    // MARK: Replies

    mutating func read(
        _ message: borrowing ZMQMultipart
    ) -> (number: Int, answer: DecodedAnswer<ServiceAnswer, RPCError>)? {
        guard message.count > message.jsonFrame, let root = try? replyReader.read(message.span(of: message.jsonFrame)),
            let number = root["id"]?.string.flatMap(number(ofID:))
        else { return nil }
        let reply = Reply(root)
        if seen != nil, let meta = reply?.meta { seen?.see(meta) }
        guard !message.isIncomplete else { return (number, .unreadable("it has too many frames")) }
        switch reply?.outcome {
        case .success(let result):
            let first = message.jsonFrame + 1
            var attachments: [[UInt8]] = []
            for index in first..<max(first, message.count) { attachments.append(message.frame(index)) }
            return (number, .result(ServiceAnswer(result: result, attachments: attachments, meta: reply?.meta)))
        case .failure(let error): return (number, .refusal(error))
        case nil: return (number, .unreadable("it has neither a result nor an error"))
        }
    }

    func meaning(of refusal: RPCError, to request: CallRequest) -> CallRefusal {
        CallRefusal(refusal, policy(of: request))
    }

    private func number(ofID id: String) -> Int? {
        guard id.utf8.starts(with: prefix.utf8) else { return nil }
        return Int(
            id.utf8.dropFirst(prefix.utf8.count).reduce(into: "") { $0.unicodeScalars.append(Unicode.Scalar($1)) }
        )
    }
}
