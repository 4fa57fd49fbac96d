internal import HTTPTypes
internal import Localization
internal import Messages
internal import WireJSON
internal import WorkerClient

/// `/juice/stock`: the stock editor.
struct StockPage: Sendable {
    let services: Services

    /// One fruit of the form that is to get another level.
    private struct Change {
        let fruit: String
        /// The quantity and the version that the page had shown.
        let seen: Int
        let version: Int
        let level: Int
    }

    @Sendable func show(_ asked: PageRequest) async throws -> PageAnswer {
        var (_, page) = try await page(asked, typed: [:])
        try await asked.showOutcome(on: &page, at: "/juice/stock", called: "stock_title", of: .juice, in: services) {
            $0.kind == .object ? true : nil
        } show: { _, page in
            page.notice = .ok(asked.texts["js_stock_changed"])
        }
        return .page(page)
    }

    @Sendable func change(_ asked: PageRequest) async throws -> PageAnswer {
        let (form, texts) = (asked.form, asked.texts)
        try asked.context.role.require(JuiceMethod.stockSet.role, for: JuiceMethod.stockSet.name)
        let changes = Self.changes(in: form)
        let typed = Dictionary(changes.map { ($0.fruit, $0.level) }) { $1 }
        guard !changes.isEmpty else {
            var (_, page) = try await page(asked, typed: [:])
            page.notice = .warning(texts["js_nothing_changed"])
            return .page(page)
        }
        guard form["confirmed"] == "1" else {
            // With what was seen: whoever confirms has not seen what somebody has changed meanwhile.
            var (menu, page) = try await page(asked, typed: typed, seen: changes)
            page.context["confirm"] = [
                "changes": changes.map {
                    menu.face(of: $0.fruit, in: texts).merging(["from": $0.seen, "to": $0.level]) { $1 }
                }
            ]
            return .page(page)
        }
        let call = WebCall(JuiceMethod.stockSet, of: .juice, in: services, key: form["key"], by: asked.context.caller)
        do throws(Problem) {
            _ = try await call.reply(to: Self.params(of: changes))
            return asked.outcome(of: call.key, at: "/juice/stock")
        } catch {
            return try await asked.answer(to: error, of: call.key, at: "/juice/stock") { () throws(Problem) in
                try await refused(error, changes: changes, typed: typed, for: asked)
            }
        }
    }

    private func refused(
        _ problem: Problem,
        changes: [Change],
        typed: [String: Int],
        for asked: PageRequest
    ) async throws(Problem) -> Page {
        var (menu, page) = try await page(asked, typed: typed)
        if problem.isOutcomeUnknown {
            page.status = .accepted
            let text = asked.texts["stock_title"]
            page.context["unknown"] = UnknownOutcome(of: asked.form, sentTo: "/juice/stock", called: text).context
        } else if problem.error?.knownReason == .versionMismatch {
            let present = try await services.read(JuiceMethod.stockList, of: .juice) { JuiceStockResult($0) }
            page.status = problem.status
            page.context["conflict"] = [
                "changes": changes.map { change in
                    let theirs = present.value.fruits.first { $0.fruit == change.fruit }?.quantity ?? 0
                    return menu.face(of: change.fruit, in: asked.texts)
                        .merging(["yours": change.level, "theirs": theirs]) { $1 }
                }
            ]
        } else {
            page.refuse(problem, in: asked.texts)
        }
        return page
    }

    private func page(
        _ asked: PageRequest,
        typed: [String: Int],
        seen: [Change] = []
    ) async throws(Problem) -> (JuiceMenuResult, Page) {
        let texts = asked.texts
        let canOperate = asked.context.role >= JuiceMethod.stockSet.role
        let menu = try await services.read(JuiceMethod.menu, of: .juice) { JuiceMenuResult($0) }
        let stock = try await services.read(JuiceMethod.stockList, of: .juice) { JuiceStockResult($0) }
        let need = Self.need(in: asked.query.first("need"))
        var page = Page("juice-stock", of: "juice")
        page.positions = [stock.position].compactMap(\.self)
        page.data = [
            ("menu", menu.json), ("stock", stock.json), ("can_operate", Array("\(canOperate)".utf8)),
            (
                "need",
                JSONWriter.object { writer in
                    for (fruit, quantity) in need {
                        writer.name(fruit)
                        writer.integer(quantity)
                    }
                }
            ),
        ]
        page.context["can_operate"] = canOperate
        page.context["key"] = IdempotencyKey.make()
        page.context["stock_version"] = stock.value.version
        page.context["fruits"] = stock.value.fruits.map { level -> [String: Any] in
            var fruit = menu.value.face(of: level.fruit, in: texts)
            let seen = seen.first { $0.fruit == level.fruit }
            fruit["quantity"] = seen?.seen ?? level.quantity
            fruit["version"] = seen?.version ?? level.version
            fruit["level"] = typed[level.fruit] ?? level.quantity
            if let required = need.first(where: { $0.fruit == level.fruit })?.quantity, required > level.quantity {
                fruit["is_short"] = true
                fruit["short_text"] = texts("js_needed", quantity: "\(required)")
            }
            return fruit
        }
        return (menu.value, page)
    }

    /// The fruits whose level was changed in the form.
    private static func changes(in form: FormFields) -> [Change] {
        form.all.compactMap { field in
            guard field.name.hasPrefix("level.") else { return nil }
            let fruit = String(field.name.dropFirst("level.".count))
            guard let level = Int(field.value), let seen = form.number("seen.\(fruit)"), level != seen,
                let version = form.number("version.\(fruit)")
            else { return nil }
            return Change(fruit: fruit, seen: seen, version: version, level: level)
        }
    }

    private static func params(of changes: [Change]) -> [UInt8] {
        JuiceStockSetParams(
            levels: Dictionary(changes.map { ($0.fruit, $0.level) }) { $1 },
            expectedVersion: .fruits(Dictionary(changes.map { ($0.fruit, $0.version) }) { $1 })
        ).jsonBytes
    }

    /// `strawberry:16,kiwi:3`; what cannot be read is left out.
    private static func need(in text: String?) -> [(fruit: String, quantity: Int)] {
        (text ?? "").split(separator: ",").prefix(64).compactMap { part in
            let words = part.split(separator: ":")
            guard words.count == 2, let quantity = Int(words[1]) else { return nil }
            return (String(words[0]), quantity)
        }
    }
}
