internal import Messages
internal import WireJSON
internal import WorkerClient

/// The juice commands' common ground: a connection to juice-service and its menu, for names.
struct JuiceCounter: Sendable {
    let session: Session
    let caller: ServiceCaller
    let menu: JuiceMenuResult
    let names: MenuNames

    /// Connects and reads the menu.
    static func open<R: Sendable>(
        _ session: Session,
        perform body: (JuiceCounter) async throws -> R
    ) async throws -> R {
        try await session.withCaller(of: .juice) { caller in
            try await body(JuiceCounter(session, asking: caller))
        }
    }

    /// Reads the menu.
    init(_ session: Session, asking caller: ServiceCaller) async throws(CallFailure) {
        let reply = try await caller.read(JuiceMethod.menu.name)
        self.session = session
        self.caller = caller
        menu = try caller.decode(reply, of: JuiceMethod.menu.name) { JuiceMenuResult($0) }
        names = MenuNames(menu)
    }

    var search: MenuSearch { MenuSearch(menu) }

    func read(_ method: String, with params: [UInt8]? = nil) async throws(CallFailure) -> CallReply {
        do throws(CallFailure) {
            return try await caller.read(method, with: params)
        } catch {
            throw named(error)
        }
    }

    func write(_ method: String, with params: [UInt8], key: String?) async throws(CallFailure) -> CallReply {
        let reply: CallReply
        do throws(CallFailure) {
            reply = try await session.write(method, with: params, key: key, by: caller)
        } catch {
            throw named(error)
        }
        // After more than one sending the earlier request may well be our own.
        if reply.meta?.isReplayed == true, reply.sends == 1 { session.output.note(session.texts["deduplicated"]) }
        return reply
    }

    /// Writes the receipt of an order.
    func showReceipt(_ result: [UInt8]) throws {
        if session.settings.isJSON {
            try session.output.write(bytes: result)
            return
        }
        let receipt = try caller.decode(result, of: JuiceMethod.order.name) { JuiceOrderReceipt($0) }
        try session.output.write(session.texts.lines(receipt, names: names))
    }

    /// Writes the levels that a call changed.
    func showLevels(_ result: [UInt8], of method: String) throws {
        if session.settings.isJSON {
            try session.output.write(bytes: result)
            return
        }
        let texts = session.texts
        let result = try caller.decode(result, of: method) { JuiceStockResult($0) }
        guard !result.fruits.isEmpty else {
            try session.output.write(texts["nothing_changed"])
            return
        }
        var table = texts.table(("", .left), ("fruit", .left), ("before", .right), ("now", .right), ("version", .right))
        for level in result.fruits {
            table.add(
                .init(names.emoji(level.fruit)),
                .init(names.fruit(level.fruit, in: texts.language)),
                .init(level.previous.map { "\($0)" } ?? ""),
                .init("\(level.quantity)", .strong),
                .init("\(level.version)")
            )
        }
        try session.output.write(
            table.lines(session.output.palette) + [texts("stock_version", version: result.version)]
        )
    }

    private func named(_ failure: CallFailure) -> CallFailure {
        var failure = failure
        failure.names = names.all
        return failure
    }
}
