internal import Messages
internal import Terminal
internal import WireJSON
internal import WorkerClient

/// The juice commands' common ground: a connection to juice-service and its menu, for names.
struct JuiceCounter: Sendable {
    let session: Session
    let caller: ServiceCaller
    let menu: JuiceMenuResult
    let names: MenuNames

    static func open<R: Sendable>(
        _ session: Session,
        perform body: (JuiceCounter) async throws -> R
    ) async throws -> R {
        try await session.withCaller(of: .juice) { caller in
            try await body(JuiceCounter(session, asking: caller))
        }
    }

    init(_ session: Session, asking caller: ServiceCaller) async throws(CallFailure) {
        let reply = try await caller.read(JuiceMethod.menu.name)
        self.session = session
        self.caller = caller
        menu = try caller.decode(reply, of: JuiceMethod.menu.name) { JuiceMenuResult($0) }
        names = MenuNames(menu)
    }

    var search: MenuSearch { MenuSearch(menu) }

    /// Makes a read, and writes its result.
    func showResult<Value>(
        of method: String,
        _ params: [UInt8]? = nil,
        as read: (JSONNode) -> Value?,
        with show: (Value) throws -> Void
    ) async throws {
        let reply: CallReply
        do throws(CallFailure) { reply = try await caller.read(method, with: params) } catch { throw named(error) }
        try session.showResult(reply.result, of: method, by: caller, as: read, with: show)
    }

    func write(_ method: String, with params: [UInt8], key: String?) async throws(CallFailure) -> CallReply {
        let reply: CallReply
        do throws(CallFailure) {
            reply = try await session.write(method, with: params, key: key, by: caller)
        } catch {
            throw named(error)
        }
        session.noteDeduplicated(reply)
        return reply
    }

    func showReceipt(_ result: [UInt8]) throws {
        let method = JuiceMethod.order.name
        try session.showResult(result, of: method, by: caller, as: { JuiceOrderReceipt($0) }) {
            try session.output.write(session.texts.lines($0, names: names))
        }
    }

    /// Writes the levels that a call changed.
    func showLevels(_ result: [UInt8], of method: String) throws {
        try session.showResult(result, of: method, by: caller, as: { JuiceStockResult($0) }) {
            try session.output.write(lines($0))
        }
    }

    private func lines(_ result: JuiceStockResult) -> [String] {
        let texts = session.texts
        guard !result.fruits.isEmpty else { return [texts["nothing_changed"]] }
        let table = texts.table(
            of: result.fruits,
            .init("", .left) { .init(names.emoji($0.fruit)) },
            .init("fruit", .left) { .init(names.fruit($0.fruit, in: texts.language)) },
            .init("before", .right) { .init($0.previous.map { "\($0)" } ?? "") },
            .init("now", .right) { .init("\($0.quantity)", .strong) },
            .init("version", .right) { "\($0.version)" }
        )
        return table.lines(session.output.palette) + [texts("stock_version", version: result.version)]
    }

    private func named(_ failure: CallFailure) -> CallFailure {
        var failure = failure
        failure.names = names.all
        return failure
    }
}
