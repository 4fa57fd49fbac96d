internal import Glibc
internal import HTTPTypes
internal import NIOCore
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

    private var number: Int?
    /// When what is awaited has to be there; `nil` when nothing is.
    private var deadline: NIODeadline?
    private var timer: Scheduled<Void>?
    /// When the head of the body that is read came; `nil` between requests.
    private var bodyStart: NIODeadline?
    private var bodyBytes = 0
    /// What is taken of ``memory``, for all requests under way.
    private var heldBytes = 0
    private var requestsUnderWay = 0
    /// Nothing more is read: the connection ends with its answer.
    private var isEnding = false

    init(_ limits: RequestLimits, _ connections: OpenConnections, _ memory: BodyMemory) {
        (self.limits, self.connections, self.memory) = (limits, connections, memory)
    }

    func channelActive(context: ChannelHandlerContext) {
        // The system ends a connection whose reader takes nothing, or is gone: what is written then fails.
        let milliseconds = Int(limits.idleTime.nanoseconds / 1_000_000)
        let option = ChannelOptions.tcpOption(.init(rawValue: TCP_USER_TIMEOUT))
        try? context.channel.syncOptions?.setOption(option, value: milliseconds)
        number = connections.open(context.channel)
        context.fireChannelActive()
        guard number != nil else {
            let problem = Problem(.serviceUnavailable, "there are as many connections as there may be")
            return answer(problem.with(.retryAfter, "1"), context)
        }
        expect(by: .now() + limits.headTime, context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
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
            (bodyStart, bodyBytes, deadline) = (.now(), 0, nil)
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
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if isEnding {
            // What a refused sender still sends is dropped, so that it can read the answer.
            context.read()
        } else if let bodyStart {
            expect(by: limits.bodyDeadline(from: bodyStart, bytes: bodyBytes), context)
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

    private func endRequest(_ context: ChannelHandlerContext) {
        requestsUnderWay -= 1
        guard requestsUnderWay == 0 else { return }
        memory.giveBack(heldBytes)
        heldBytes = 0
        if let number, !isEnding { connections.wait(number, context.channel) }
    }

    // MARK: Time

    /// Sets until when what is awaited has to be there.
    ///
    /// The timer is left alone: it looks again when it is due too early.
    private func expect(by deadline: NIODeadline, _ context: ChannelHandlerContext) {
        self.deadline = deadline
        guard timer == nil else { return }
        timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) { [self] in
            timer = nil
            guard let due = self.deadline else { return }
            if due > .now() { return expect(by: due, context) }
            self.deadline = nil
            expire(context)
        }
    }

    private func expire(_ context: ChannelHandlerContext) {
        if isEnding { return context.close(promise: nil) }
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
        expect(by: .now() + .nanoseconds(Services.timeout.nanoseconds) + RequestLimits.lingering, context)
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
        timer?.cancel()
        timer = nil
        expect(by: .now() + RequestLimits.lingering, context)
    }
}

extension Duration {
    fileprivate var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}
