internal import DequeModule
internal import Glibc
internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes
internal import Platform

/// Holds one connection to the limits: the time of its head and bodies, the memory of its bodies, its place among the others.
///
/// What a request exceeds is thrown to anyone who reads its body, so the answer is that of the route it was for; what
/// has no request yet is answered here. Then the connection is closed.
final class ConnectionLimiter: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limits: RequestLimits
    private let connections: OpenConnections
    private let budgets: MemoryBudgets
    private let clocks: ConnectionClocks
    private let feed: RequestFeed

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
    /// Of each request whose answer has not been sent, what is taken of the budget for its head and body.
    private var held: Deque<Int> = [] {
        didSet { feed.requests = held.count }
    }
    /// How many of them have their answer written.
    private var answered = 0
    /// The request that was read last is the last one.
    private var isLast = false
    /// It has had a request, and waits for the next.
    private var isIdle = false
    /// Nothing more is read: the connection ends with its answer.
    private var isEnding = false {
        didSet { feed.isEnding = isEnding }
    }
    /// What waits to be sent.
    private var sending = SendingProgress()
    /// Whether the system ends the connection when its reader takes nothing.
    private var hasUserTimeout = false

    init(
        _ limits: RequestLimits,
        _ connections: OpenConnections,
        _ budgets: MemoryBudgets,
        _ clocks: ConnectionClocks,
        _ feed: RequestFeed
    ) {
        (self.limits, self.connections, self.budgets, self.clocks, self.feed) = (
            limits, connections, budgets, clocks, feed
        )
    }

    /// Requests that nothing has been answered to.
    private var unanswered: Int { held.count - answered }

    func channelActive(context: ChannelHandlerContext) {
        // The system ends a connection whose reader takes nothing, or is gone: what is written then fails. Until then it keeps
        // little for them. Unix sockets have neither.
        let milliseconds = Int(limits.idleTime.nanoseconds / 1_000_000)
        hasUserTimeout = set(TCP_USER_TIMEOUT, to: milliseconds, context)
        _ = set(TCP_NOTSENT_LOWAT, to: RequestLimits.unsentBytes, context)
        self.context = context
        clocks.clock(of: context.eventLoop).watch(self)
        number = connections.open(context.channel)
        context.fireChannelActive()
        guard number != nil else {
            let problem = Problem(.serviceUnavailable, "the limit of connections is reached")
            return answer(problem.with(.retryAfter, "1"), context)
        }
        deadline = .now() + limits.headTime
    }

    private func set(_ name: CInt, to value: Int, _ context: ChannelHandlerContext) -> Bool {
        (try? context.channel.syncOptions?.setOption(.tcpOption(.init(rawValue: name)), value: value)) != nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        clocks.clock(of: context.eventLoop).leave(self)
        (self.context, deadline) = (nil, nil)
        budgets.requests.giveBack(held.reduce(0, +))
        (held, answered) = ([], 0)
        if let number { connections.close(number) }
        number = nil
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isEnding else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            let size = head.size
            guard takeRoom(for: size) else { return refuse(Self.noRoom, context) }
            (bodyStart, bodyBytes, deadline, isIdle) = (.now(), 0, nil, false)
            held.append(size)
            isLast = head.headerFields[.connection] == "close"
            feed.framing = head.framing
            if held.count == 1, let number { connections.begin(number) }
        case .body(let buffer):
            bodyBytes += buffer.readableBytes
            guard bodyBytes <= RequestLimits.largestBody else {
                return fail(Problem(.contentTooLarge, "the body is larger than what is taken here"), context)
            }
            // What nobody reads any more, since its answer was sent, is dropped.
            guard !held.isEmpty else { break }
            guard takeRoom(for: buffer.readableBytes) else { return fail(Self.noRoom, context) }
            held[held.count - 1] += buffer.readableBytes
        case .end:
            (bodyStart, deadline, feed.framing) = (nil, nil, .none)
            // Nothing is read behind the last request.
            if isLast { feed.isEnding = true }
            if held.isEmpty { beginIdle() }
        }
        context.fireChannelRead(data)
    }

    /// Takes room for bytes of a request; a connection that holds more than a small request leaves room for those of others.
    private func takeRoom(for count: Int) -> Bool {
        budgets.requests.take(count, leavingReserve: held.reduce(count, +) > RequestLimits.smallRequest)
    }

    private static let noRoom = Problem(.serviceUnavailable, "too many requests are being read; try again")
        .with(.retryAfter, "1")

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
        case .head(var head):
            sending.begin(hasLength: head.headerFields[.contentLength] != nil)
            if isEnding, head.status.kind != .informational { head.headerFields[.connection] = "close" }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body(let buffer):
            budgets.answers.add(buffer.readableBytes)
            guard let count = sending.add(buffer.readableBytes) else {
                return context.write(data, promise: promise)
            }
            send(data, count, isEnd: false, promise, context)
        case .end:
            let isLast = isEnding || (isLast && unanswered == 1)
            answered += 1
            if isLast { isEnding = true }
            send(data, sending.take(), isEnd: true, promise, context)
        }
    }

    private func send(
        _ data: NIOAny,
        _ count: Int,
        isEnd: Bool,
        _ promise: EventLoopPromise<Void>?,
        _ context: ChannelHandlerContext
    ) {
        let sent = promise ?? context.eventLoop.makePromise(of: Void.self)
        sent.futureResult.assumeIsolated().whenComplete { [self] _ in
            budgets.answers.giveBack(count)
            sending.note()
            if isEnd { endRequest() }
        }
        context.write(data, promise: sent)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if isEnding, unanswered == 0, event as? ChannelEvent == .inputClosed {
            return context.close(promise: nil)
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        let isOfConnection = error is IOError || error is ChannelError
        guard !isOfConnection, context.channel.isActive else { return context.fireErrorCaught(error) }
        // What follows a head that was refused is dropped: whoever heard of it would close at once, which may take the answer.
        guard !isEnding, number != nil else { return }
        guard unanswered == 0, bodyStart == nil else {
            // Nothing that follows can be read.
            feed.isEnding = true
            return context.fireErrorCaught(error)
        }
        guard error as? HTTPParserError == .headerOverflow else {
            return answer(Problem(.badRequest, "this is not a request of HTTP/1.1"), context)
        }
        let (fields, field, all) = (
            RequestLimits.maxFieldCount, RequestLimits.maxFieldBytes, RequestLimits.maxFieldsBytes
        )
        let detail = "a head may have \(fields) fields; each, and the path, \(field) bytes, and together \(all)"
        answer(Problem(.requestHeaderFieldsTooLarge, detail), context)
    }

    /// An answer has been handed to the system.
    private func endRequest() {
        guard let context, let size = held.popFirst() else { return }
        answered -= 1
        budgets.requests.giveBack(size)
        feed.resume()
        if isEnding { return linger(context) }
        guard held.isEmpty, let number else { return }
        if bodyStart == nil { beginIdle() }
        connections.wait(number, on: context.channel)
    }

    // MARK: Time

    private func beginIdle() {
        (deadline, isIdle) = (.now() + limits.idleTime, true)
    }

    /// Whether what is awaited should have been there by now.
    func isDue(_ now: NIODeadline) -> Bool {
        if let deadline, deadline <= now { return true }
        return hasStopped(now) || keepsRoomFromOthers(now)
    }

    /// Whether its reader takes nothing, where the system does not end it for that.
    private func hasStopped(_ now: NIODeadline) -> Bool {
        !hasUserTimeout && sending.isStuck(now, for: limits.idleTime)
    }

    /// Whether its reader has stopped, and there is hardly room for the answers of others.
    private func keepsRoomFromOthers(_ now: NIODeadline) -> Bool {
        let stallTime = budgets.answers.isExceeded ? RequestLimits.stallTime.full : RequestLimits.stallTime.usual
        return sending.isStuck(now, for: stallTime) && budgets.answers.isFull
    }

    /// Ends the connection, and tells a slow client why.
    func expire() {
        guard let context else { return }
        let now = NIODeadline.now()
        if hasStopped(now) || keepsRoomFromOthers(now) { return context.close(promise: nil) }
        deadline = nil
        if isEnding || isIdle { return endUnlessSending(context) }
        guard bodyStart != nil else {
            return answer(Problem(.requestTimeout, "the head of the request did not come in time"), context)
        }
        fail(Problem(.requestTimeout, "the body did not come in time"), context)
    }

    /// Ends the connection when the system has sent all, and has had nothing to send for as long as it waits.
    private func endUnlessSending(_ context: ChannelHandlerContext) {
        // One that there is no place for does not stay.
        guard number != nil else { return context.close(promise: nil) }
        let wait = isEnding ? RequestLimits.lingering : limits.idleTime
        switch sending.look(context, wait: wait, stallTime: limits.idleTime) {
        case .end: context.close(promise: nil)
        case .lookAgain(let time): deadline = .now() + time
        }
    }

    // MARK: Ends

    /// Throws to anyone who reads the body, who answers; where the answer was sent before, nothing follows it.
    private func fail(_ problem: Problem, _ context: ChannelHandlerContext) {
        isEnding = true
        // Not closed at once: to a caller who still sends that is a reset, which may take the answer from them.
        guard unanswered > 0 else { return linger(context) }
        context.fireErrorCaught(problem)
        // The route may be waiting for a service, but not forever.
        deadline = .now() + .nanoseconds(Services.timeout.nanoseconds) + RequestLimits.lingering
    }

    /// Takes no request any more; says why, unless answers to others come first, which end the connection.
    private func refuse(_ problem: Problem, _ context: ChannelHandlerContext) {
        guard unanswered == 0 else {
            isEnding = true
            return
        }
        answer(problem, context)
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

extension HTTPRequest {
    /// About how many bytes it takes.
    fileprivate var size: Int {
        headerFields.reduce(path?.utf8.count ?? 0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count }
    }

    /// How its body ends.
    fileprivate var framing: RequestFeed.Framing {
        if headerFields.contains(.transferEncoding) { return .chunked }
        return headerFields[.contentLength].flatMap { Int($0) }.map { .length($0) } ?? .none
    }
}
