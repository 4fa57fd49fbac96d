internal import Glibc
internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes

/// Holds one connection to the limits: the time of its head and bodies, the memory of its bodies, its place among the others.
///
/// What a request exceeds is thrown to whoever reads its body, so the answer is that of the route it was for; what has no
/// request yet is answered here. Then the connection is closed.
final class ConnectionLimiter: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limits: RequestLimits
    private let connections: OpenConnections
    private let memory: BodyMemory
    private let clocks: ConnectionClocks

    /// Where its clock has it.
    var place = 0
    /// While the connection is open.
    private var context: ChannelHandlerContext?
    private var number: Int?
    /// When what is awaited has to be there; `nil` when nothing is.
    private var deadline: NIODeadline?
    /// When the head of the body that is read came; `nil` between requests.
    private var bodyStart: NIODeadline?
    private var bodyBytes = 0
    /// What is taken of ``memory``, for all requests under way.
    private var heldBytes = 0
    private var requestsUnderWay = 0
    /// It has had a request, and waits for the next.
    private var isIdle = false
    /// Nothing more is read: the connection ends with its answer.
    private var isEnding = false

    init(_ limits: RequestLimits, _ connections: OpenConnections, _ memory: BodyMemory, _ clocks: ConnectionClocks) {
        (self.limits, self.connections, self.memory, self.clocks) = (limits, connections, memory, clocks)
    }

    func channelActive(context: ChannelHandlerContext) {
        // The system ends a connection whose reader takes nothing, or is gone: what is written then fails. Until then it keeps
        // little for them.
        let milliseconds = Int(limits.idleTime.nanoseconds / 1_000_000)
        for (name, value) in [(TCP_USER_TIMEOUT, milliseconds), (TCP_NOTSENT_LOWAT, RequestLimits.unsentBytes)] {
            try? context.channel.syncOptions?.setOption(.tcpOption(.init(rawValue: name)), value: value)
        }
        self.context = context
        clocks.clock(of: context.eventLoop).watch(self)
        number = connections.open(context.channel)
        context.fireChannelActive()
        guard number != nil else {
            let problem = Problem(.serviceUnavailable, "there are as many connections as there may be")
            return answer(problem.with(.retryAfter, "1"), context)
        }
        deadline = .now() + limits.headTime
    }

    func channelInactive(context: ChannelHandlerContext) {
        clocks.clock(of: context.eventLoop).leave(self)
        (self.context, deadline) = (nil, nil)
        memory.giveBack(heldBytes)
        heldBytes = 0
        if let number { connections.close(number) }
        number = nil
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isEnding else { return }
        switch unwrapInboundIn(data) {
        case .head:
            (bodyStart, bodyBytes, deadline, isIdle) = (.now(), 0, nil, false)
            requestsUnderWay += 1
            if requestsUnderWay == 1, let number { connections.begin(number) }
        case .body(let buffer):
            bodyBytes += buffer.readableBytes
            guard bodyBytes <= RequestLimits.largestBody else {
                return fail(Problem(.contentTooLarge, "the body is larger than what is taken here"), context)
            }
            guard memory.take(buffer.readableBytes) else {
                let problem = Problem(.serviceUnavailable, "too many bodies are being read; try again")
                return fail(problem.with(.retryAfter, "1"), context)
            }
            heldBytes += buffer.readableBytes
        case .end:
            (bodyStart, deadline) = (nil, nil)
            if requestsUnderWay == 0 { beginIdle() }
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if isEnding {
            // What a refused sender still sends is dropped, so that it can read the answer.
            context.read()
        } else if let bodyStart {
            deadline = limits.bodyDeadline(from: bodyStart, bytes: bodyBytes)
        }
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where isEnding && head.status.kind != .informational:
            head.headerFields[.connection] = "close"
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end:
            endRequest(context)
            context.write(data, promise: promise)
            if isEnding { linger(context) }
        default: context.write(data, promise: promise)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if isEnding, requestsUnderWay == 0, event as? ChannelEvent == .inputClosed {
            return context.close(promise: nil)
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        let isOfConnection = error is IOError || error is ChannelError
        guard !isOfConnection, requestsUnderWay == 0, bodyStart == nil, context.channel.isActive else {
            return context.fireErrorCaught(error)
        }
        // What follows a head that was refused is dropped: whoever heard of it would close at once, which may take the answer.
        guard !isEnding, number != nil else { return }
        guard error as? HTTPParserError == .headerOverflow else {
            return answer(Problem(.badRequest, "this is not a request of HTTP/1.1"), context)
        }
        let (fields, field, all) = (
            RequestLimits.maxFieldCount, RequestLimits.maxFieldBytes, RequestLimits.maxFieldsBytes
        )
        let detail = "a head may have \(fields) fields; each, and the path, \(field) bytes, and together \(all)"
        answer(Problem(.requestHeaderFieldsTooLarge, detail), context)
    }

    private func endRequest(_ context: ChannelHandlerContext) {
        requestsUnderWay -= 1
        guard requestsUnderWay == 0 else { return }
        memory.giveBack(heldBytes)
        heldBytes = 0
        guard let number, !isEnding else { return }
        if bodyStart == nil { beginIdle() }
        connections.wait(number, context.channel)
    }

    // MARK: Time

    private func beginIdle() {
        (deadline, isIdle) = (.now() + limits.idleTime, true)
    }

    /// Whether what is awaited should have been there by now.
    func isDue(_ now: NIODeadline) -> Bool {
        guard let deadline else { return false }
        return deadline <= now
    }

    /// Ends the connection, and says why to whoever was too slow.
    func expire() {
        guard let context else { return }
        deadline = nil
        if isEnding || isIdle { return context.close(promise: nil) }
        guard bodyStart != nil else {
            return answer(Problem(.requestTimeout, "the head of the request did not come in time"), context)
        }
        fail(Problem(.requestTimeout, "the body did not come in time"), context)
    }

    // MARK: Ends

    /// Throws to whoever reads the body, who answers; where the answer was sent before, nothing follows it.
    private func fail(_ problem: Problem, _ context: ChannelHandlerContext) {
        isEnding = true
        // Not closed at once: to a caller who still sends that is a reset, which may take the answer from them.
        guard requestsUnderWay > 0 else { return linger(context) }
        context.fireErrorCaught(problem)
        // The route may be waiting for a service, but not for ever.
        deadline = .now() + .nanoseconds(Services.timeout.nanoseconds) + RequestLimits.lingering
    }

    private func answer(_ problem: Problem, _ context: ChannelHandlerContext) {
        isEnding = true
        for part in problem.parts { context.write(wrapOutboundOut(part), promise: nil) }
        linger(context)
    }

    /// Sends what is written and says that nothing follows; the rest is closed when the caller does, or soon.
    private func linger(_ context: ChannelHandlerContext) {
        context.flush()
        context.close(mode: .output, promise: nil)
        deadline = .now() + RequestLimits.lingering
    }
}

extension Duration {
    fileprivate var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}
