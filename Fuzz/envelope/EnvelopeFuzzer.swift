internal import Messages
internal import WireJSON

/// One input of libFuzzer, read as the JSON frame that a service gets, and as the one that a client gets.
///
/// Compiled with the modules it tests, see `run`. A check that fails traps, which is how libFuzzer learns of it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    checkRequests(bytes)
    checkReply(bytes)
    return 0
}

// MARK: What a service reads

private func checkRequests(_ bytes: [UInt8]) {
    switch RequestText(bytes.span, reader: JSONReader()) {
    case .single(let request):
        check(request)
    case .batch(let requests):
        precondition((1...RequestText.maxBatch).contains(requests.count), "a batch is too large")
        for request in requests { check(request) }
    case .invalid(let error):
        precondition(error.outcome == .notApplied, "a refusal leaves the outcome open")
        checkAnswer(error, id: nil)
    }
}

private func check(_ request: Result<Request, Request.Refusal>) {
    switch request {
    case .failure(let refusal):
        precondition(refusal.error.knownReason == .invalidRequest, "a bad request is called something else")
        checkAnswer(refusal.error, id: refusal.id)
    case .success(let request):
        checkMeta(request.meta)
        checkTopics(of: request.params)
        checkParams(of: request)
        checkAnswer(RPCError(.methodNotFound, "no method \(request.method.prefix(64))"), id: request.id)
    }
}

private func checkMeta(_ meta: RequestMeta) {
    if let key = meta.idempotencyKey {
        precondition((1...RequestMeta.maxIdempotencyKeyLength).contains(key.utf8.count), "a key is too long")
    }
    guard let node = try? JSONReader().read(meta.jsonBytes), let again = try? RequestMeta(node) else {
        preconditionFailure("meta data cannot be read back")
    }
    precondition(again == meta, "meta data change when they are written and read")
}

/// Reads the params as those of every method.
private func checkParams(of request: Request) {
    check(EventsReplayParams.self, of: request)
    check(CalcEvaluateParams.self, of: request)
    check(CalcPressParams.self, of: request)
    check(ExpoEntriesGetParams.self, of: request)
    check(ExpoEntriesListParams.self, of: request)
    check(ExpoImageGetParams.self, of: request)
    check(JuiceOrderGetParams.self, of: request)
    check(JuiceOrderListParams.self, of: request)
    check(JuiceOrderParams.self, of: request)
    check(JuiceStockAdjustParams.self, of: request)
    check(JuiceStockSetParams.self, of: request)
    let order = try? JuiceOrderParams(order: request.params)
    precondition(order == (try? JuiceOrderParams(params: request.params)), "an order is read in two ways")
}

private func check<Params: SuiteMessage>(_: Params.Type, of request: Request) {
    do throws(RPCError) {
        let written = try Params(params: request.params).jsonBytes
        guard let node = try? JSONReader().read(written), let again = try? Params(params: node) else {
            preconditionFailure("accepted params cannot be read back")
        }
        precondition(sorted(again.jsonBytes) == sorted(written), "params change when they are written and read")
    } catch {
        precondition(error.knownReason == .invalidParams && !error.violations.isEmpty, "a refusal names no violation")
        checkAnswer(error, id: request.id)
    }
}

/// Members of a dictionary come in any order.
private func sorted(_ json: [UInt8]) -> [UInt8]? {
    guard let node = try? JSONReader(limits: .unbounded).read(json) else { return nil }
    var writer = JSONWriter()
    node.writeCanonical(to: &writer)
    return writer.bytes
}

private func checkTopics(of params: JSONNode?) {
    guard let replay = try? EventsReplayParams(params: params) else { return }
    precondition(EventsReplayParams.limitRange.contains(replay.limit), "a replay asks for too much")
    precondition(replay.topics?.allSatisfy { $0.utf8.count <= EventTopic.maxLength } ?? true, "a topic is too long")
}

/// Writes an error reply and reads it as its caller would.
private func checkAnswer(_ error: RPCError, id: RequestID?) {
    var writer = JSONWriter()
    ReplyWriter(source: "/fuzz", epoch: "e").write(error: error, id: id, isKeyed: true, sequence: 1, to: &writer)
    guard let node = try? JSONReader(limits: .unbounded).read(writer.bytes), let reply = Reply(node) else {
        preconditionFailure("an error reply cannot be read")
    }
    precondition(reply.id == id, "a reply has another id than its request")
    guard case .failure(let read) = reply.outcome else { preconditionFailure("an error reply reads as a result") }
    precondition(read.code == error.code && read.detail == error.detail, "an error changes on its way")
    precondition(read.violations == error.violations, "violations change on their way")
}

// MARK: What a client reads

private func checkReply(_ bytes: [UInt8]) {
    guard let root = try? JSONReader(limits: .unbounded).read(bytes) else { return }
    for node in [root] + Array(root.elements) {
        guard let reply = Reply(node) else { continue }
        guard case .failure(let error) = reply.outcome else { continue }
        _ = error.isRetryable(isKeyed: true)
        var writer = JSONWriter()
        error.write(isKeyed: true, to: &writer)
        guard let again = try? JSONReader(limits: .unbounded).read(writer.bytes), let same = RPCError(again) else {
            preconditionFailure("an error that was read cannot be written and read")
        }
        precondition(same.code == error.code && same.reason == error.reason, "an error changes when it is handed on")
        precondition(same.outcome == error.outcome, "an outcome changes when it is handed on")
    }
}

extension JSONLimits {
    /// What a client allows a service, which is trusted not to use it.
    static var unbounded: JSONLimits { JSONLimits(bytes: 1 << 20, depth: 128, members: 1 << 20) }
}
