internal import Localization
internal import Messages
internal import Platform

/// `/`: the stalls, each with what is true of it now.
struct HomePage: Sendable {
    let services: Services

    @Sendable func show(_ asked: PageRequest) async throws -> PageAnswer {
        let stalls = ServiceName.suite.filter { services.has($0) }
        // Where all services are others', the board is all there is to see.
        guard !stalls.isEmpty else { return .redirect(to: "/board") }
        let texts = asked.texts
        var facts: [ServiceName: String] = [:]
        await withTaskGroup(of: (ServiceName, String?).self) { group in
            for stall in stalls { group.addTask { (stall, await fact(of: stall, in: texts)) } }
            for await (stall, fact) in group { facts[stall] = fact }
        }
        var page = Page("home", of: "home")
        page.context["stalls"] = stalls.map { stall -> [String: Any] in
            Self.card(of: stall.rawValue, fact: facts[stall], in: texts)
        }
        if asked.context.role >= .operate {
            let isWhole = facts.count == stalls.count
            let fact = isWhole ? texts["home_board_whole"] : texts("home_board_part", count: facts.count)
            page.context["board"] = Self.card(of: "board", fact: fact, in: texts)
        }
        return .page(page)
    }

    private static func card(of stall: String, fact: String?, in texts: TextTable) -> [String: Any] {
        [
            "stall": stall, "name": texts["nav_\(stall)"], "lead": texts["home_\(stall)"],
            "fact": fact ?? texts["home_away"], "is_away": fact == nil,
        ]
    }

    /// One thing that is true now; `nil` where the service does not answer within a second.
    private func fact(of stall: ServiceName, in texts: TextTable) async -> String? {
        switch stall {
        case .juice:
            await services.probe(stall, with: JuiceMethod.menu) { JuiceMenuResult($0) }.map { menu in
                let ready = menu.juices.filter { $0.makeable > 0 }.count
                return texts("home_juice_fact", count: ready, total: menu.juices.count)
            }
        case .calc:
            await services.statistics(of: stall).map { texts("home_calc_fact", count: $0.requestsOfUsers.grouped) }
        case .expo:
            await services.probe(stall, with: ExpoMethod.entriesList) { ExpoEntryPage($0) }.map { page in
                texts("home_expo_fact", count: "\(page.entries.count)\(page.next == nil ? "" : "+")")
            }
        case .market:
            await services.probe(stall, with: MarketMethod.productsList) { MarketProductPage($0) }.map { page in
                guard let newest = page.pages.first else { return texts["market_none"] }
                return texts("home_market_fact", count: page.totalCount.grouped, name: newest.name)
            }
        default: nil
        }
    }
}
