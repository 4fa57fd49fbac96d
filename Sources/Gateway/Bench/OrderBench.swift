internal import Glibc
internal import LoadGenerator
internal import Messages
internal import Platform
internal import ServiceContexts
internal import Terminal
internal import WireJSON
internal import WorkerClient
internal import ZeroMQ

/// A benchmark that orders: fills up the stock, loads, puts the stock back, and verifies what became of every order.
struct OrderBench: Sendable {
    private static let joinLimit = Duration.seconds(10)

    let name: String
    let options: LoadOptions
    /// Of all requests; the others read the stock.
    var percentOfOrders = 100
    var subscribers = 0
    let session: Session

    /// - Parameter isAgreed: Whether nobody has to be asked.
    /// - Returns: What the exit code is to say.
    func run(isAgreed: Bool) async throws -> ExitReason {
        let address = try session.settings.places.address(of: .juice)
        let question = session.texts("ask_to_bench", endpoint: address.rpc.printable)
        guard try await session.agrees(to: question, isAgreed: isAgreed) else { return .refused }
        return try await session.withCaller(at: address) { caller in
            let (report, failure) = try await measure(caller)
            do {
                try session.show(report)
            } catch OutputError.closed {
                // The orders are placed: whoever does not read of them is no reader who has seen enough.
                throw OutputError.failed(EPIPE)
            }
            if let failure { throw failure }
            return report.isGood ? .ok : .refused
        }
    }

    private func measure(_ caller: ServiceCaller) async throws -> (BenchReport, CallFailure?) {
        let empty = try await BenchShop(asking: caller)
        let read = percentOfOrders < 100 ? LoadCall(method: JuiceMethod.stockList.name, params: nil) : nil
        let plan = options.plan(
            caller.address,
            order: empty.order,
            read: read,
            percentOfOrders: percentOfOrders,
            timeout: session.settings.timeout
        )
        let (shop, begin) = try await Cancellation.shielding {
            var shop = empty
            let begin = try await shop.fillUp()
            return (shop, begin)
        }
        return try await load(plan, at: shop, since: begin)
    }

    /// - Returns: What there is to tell, and why the stock is not as before, where it is not.
    private func load(
        _ plan: LoadPlan,
        at shop: BenchShop,
        since begin: Int
    ) async throws -> (BenchReport, CallFailure?) {
        var report = BenchReport(name: name, plan: plan, tally: LoadTally(), texts: session.texts)
        var failure: CallFailure?
        do {
            if subscribers > 0 {
                (report.listening, (report.tally, failure)) = try await loadWithListeners(plan, at: shop)
            } else {
                report.tally = try await session.load(plan)
                failure = await giveBack(shop, orders: report.tally.ordersPerhapsDone)
            }
        } catch {
            _ = await giveBack(shop, orders: 0)
            throw error
        }
        let tally = report.tally
        let audit = OrderAudit(tally.orders, eventsPerOrder: shop.juice.recipe.count)
        let verdict = try await session.fill(audit, by: shop.caller, since: begin).verdict
        report.verdict = verdict
        if tally.unanswered == 0 { report.listening?.expected = verdict.applied * shop.juice.recipe.count }
        // What had no answer and was not done after all: its fruit is still there.
        var rest = shop
        rest.forgetAdded()
        let isBack = failure == nil
        let restFailure = isBack ? await giveBack(rest, orders: verdict.applied - tally.ordersPerhapsDone) : nil
        return (report, failure ?? restFailure)
    }

    private func loadWithListeners(
        _ plan: LoadPlan,
        at shop: BenchShop
    ) async throws -> (ListenReport, (LoadTally, CallFailure?)) {
        let listeners = EventListeners(of: plan.address, count: subscribers)
        // A thread of their own, as other programs would have.
        return try await ZMQNode.withNode(name: "subscribers") { node in
            try await listeners.listen(on: node, timeout: max(plan.timeout, Self.joinLimit)) {
                let tally = try await session.load(plan)
                listeners.end(behind: tally.lastSequence)
                // Its event is the one that lets them end.
                return (tally, await giveBack(shop, orders: tally.ordersPerhapsDone))
            }
        }
    }

    /// - Returns: Why the stock could not be put back, which the user has been told of.
    private func giveBack(_ shop: BenchShop, orders: Int) async -> CallFailure? {
        await Cancellation.shielding {
            var given = shop
            do throws(CallFailure) {
                try await given.giveBack(orders: orders)
                return nil
            } catch {
                let added = shop.added.sorted { $0.key < $1.key }.map { "\($0.key.printable)=+\($0.value)" }
                session.output.note("\(session.texts["bench_stock_not_back"]) \(added.joined(separator: " "))")
                return error
            }
        }
    }
}

extension Session {
    /// Whether the user wants a load that changes something.
    ///
    /// - Parameter isAgreed: Whether nobody has to be asked.
    func agrees(to question: String, isAgreed: Bool) async throws -> Bool {
        guard isAgreed || TerminalPrompt.isPossible else {
            throw UsageError(
                "this changes something, and there is no terminal to ask for confirmation: confirm with --yes"
            )
        }
        guard !isAgreed, !texts.isYes(try await TerminalPrompt.line(question)) else { return true }
        output.note(texts["bench_not_started"])
        return false
    }

    /// Counts the events of a load, also when the command is interrupted.
    ///
    /// - Parameters:
    ///   - audit: What the client was answered.
    ///   - begin: The position before the load.
    func fill(_ audit: OrderAudit, by caller: ServiceCaller, since begin: Int) async throws -> OrderAudit {
        try await Cancellation.shielding {
            let isShown = output.isNoteTerminal && !settings.isJSON
            if isShown { output.draw(texts("bench_auditing", count: audit.count.grouped)) }
            defer { if isShown { output.draw("") } }
            var audit = audit
            try await caller.replay(after: begin) { events in
                for event in events.elements {
                    if let id = event["causationid"]?.string { audit.take(causedBy: id) }
                }
            }
            return audit
        }
    }
}
