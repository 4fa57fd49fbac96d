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
        _ body: (JuiceCounter) async throws -> R
    ) async throws -> R {
        try await session.withCaller(of: .juice) { caller in
            let reply = try await caller.read(JuiceMethod.menu)
            let menu = try caller.decode(reply, of: JuiceMethod.menu) { JuiceMenuResult($0) }
            return try await body(
                JuiceCounter(session: session, caller: caller, menu: menu, names: MenuNames(menu))
            )
        }
    }

    var search: MenuSearch { MenuSearch(menu) }

    func read(_ method: String, _ params: [UInt8]? = nil) async throws(CallFailure) -> CallReply {
        do throws(CallFailure) {
            return try await caller.read(method, params)
        } catch {
            throw named(error)
        }
    }

    func write(_ method: String, _ params: [UInt8], key: String?) async throws(CallFailure) -> CallReply {
        let reply: CallReply
        do throws(CallFailure) {
            reply = try await session.write(method, params, key: key, by: caller)
        } catch {
            throw named(error)
        }
        // After more than one sending the earlier request may well be our own.
        if reply.meta?.isReplayed == true, reply.sends == 1 { session.output.note(session.texts.replayed) }
        return reply
    }

    /// Writes the levels that a call changed.
    func show(_ reply: CallReply, of method: String) throws {
        if session.settings.isJSON {
            try session.output.write(bytes: reply.result)
            return
        }
        let texts = session.texts
        let result = try caller.decode(reply, of: method) { JuiceStockResult($0) }
        guard !result.fruits.isEmpty else {
            try session.output.write(texts.nothingChanged)
            return
        }
        var table = Table(
            ("", .left),
            (texts.fruit, .left),
            (texts.before, .right),
            (texts.now, .right),
            (texts.version, .right)
        )
        for level in result.fruits {
            table.add(
                .init(names.emoji(level.fruit)),
                .init(names.fruit(level.fruit, texts.language)),
                .init(level.previous.map { "\($0)" } ?? ""),
                .init("\(level.quantity)", .strong),
                .init("\(level.version)")
            )
        }
        try session.output.write(table.lines(session.output.palette) + [texts.stockVersion(result.version)])
    }

    private func named(_ failure: CallFailure) -> CallFailure {
        var failure = failure
        failure.names = names
        return failure
    }
}
