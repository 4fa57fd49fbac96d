internal import ArgumentParser
internal import Messages
internal import ServiceContexts
internal import WorkerClient

/// What shells offer in places where only this program knows what there is.
enum Completions {
    /// Whoever presses a key does not wait longer for a service.
    private static let askingTime = TimeLimit(.seconds(1))

    static let services = CompletionKind.custom { words, _, _ in
        ((try? session(words)?.settings.places.services()) ?? ServiceName.suite).map(\.rawValue)
    }
    static let methods = asking { words in
        MethodDefinition.all.map(\.name) + (await strangers(words).flatMap { $0.methods.keys.sorted() })
    }
    static let contexts = CompletionKind.custom { words, _, _ in
        let names = (try? session(words)?.settings.places.contexts.names()) ?? []
        return names + [ServiceContext.local]
    }
    static let juices = asking { words in await menu(words)?.juices.map(\.key) }
    /// With the sign that a number follows.
    static let levels = asking { words in await menu(words)?.fruits.map { "\($0.key)=" } }
    static let topics = asking { words in
        let fruits = await menu(words)?.fruits.map { "\(StockChanged.type).\($0.key)" }
        return EventTopic.known + (fruits ?? []) + (await strangers(words).flatMap(\.eventTypes))
    }
    static let vendors = asking { words in
        guard let session = session(words) else { return nil }
        return try? await session.withCaller(of: .market) { caller in
            let reply = try await caller.read(
                MarketMethod.vendorsList.name,
                with: MarketVendorsListParams(after: nil, limit: 100).jsonBytes
            )
            return try caller.decode(reply, of: MarketMethod.vendorsList.name) { MarketVendorPage($0) }
                .vendors.map(\.identifier)
        }
    }

    private static func asking(_ find: @escaping @Sendable ([String]) async -> [String]?) -> CompletionKind {
        let complete: @Sendable ([String], Int, String) async -> [String] = { words, _, _ in
            (await find(words) ?? []).filter(isPlain)
        }
        return .custom(complete)
    }

    /// Whether a shell takes a word as it is: bash runs what stands in `$(…)` of a candidate, and services choose these words.
    static func isPlain(_ word: String) -> Bool {
        !word.isEmpty && word.utf8.count <= 128
            && word.unicodeScalars.allSatisfy {
                $0.isASCII
                    ? $0.properties.isAlphabetic || "0123456789._=-".unicodeScalars.contains($0)
                    : $0.properties.isAlphabetic
            }
    }

    /// What services say of themselves that are not of the suite.
    private static func strangers(_ words: [String]) async -> [ServiceInfo] {
        guard let session = session(words) else { return [] }
        let addresses = (try? session.settings.places.addresses()) ?? []
        let strangers = addresses.filter { !ServiceName.suite.contains($0.service) }
        return await withTaskGroup(of: ServiceInfo?.self) { group in
            for address in strangers {
                group.addTask { try? await session.withCaller(at: address) { caller in try await caller.info() } }
            }
            return await group.compactMap(\.self).reduce(into: []) { $0.append($1) }
        }
    }

    private static func menu(_ words: [String]) async -> JuiceMenuResult? {
        guard let session = session(words) else { return nil }
        return try? await session.withCaller(of: .juice) { caller in
            let reply = try await caller.read(JuiceMethod.menu.name)
            return try caller.decode(reply, of: JuiceMethod.menu.name) { JuiceMenuResult($0) }
        }
    }

    /// A run with the options that were typed so far; `nil` when they are no good yet.
    private static func session(_ words: [String]) -> Session? {
        var options: [String] = []
        for (place, word) in words.enumerated() {
            if GlobalOptions.options.contains(word), words.indices.contains(place + 1) {
                options += [word, words[place + 1]]
            } else if GlobalOptions.options.contains(where: { word.hasPrefix("\($0)=") }) {
                options.append(word)
            }
        }
        guard var global = try? GlobalOptions.parse(options) else { return nil }
        global.timeout = askingTime
        return Session(Settings(global, in: .process), arguments: ["gateway"])
    }
}

extension EventTopic {
    /// What topics begin with, as far as it is known without asking.
    fileprivate static let known: [String] = {
        let types =
            [StockChanged.type, ExpoDataReloaded.type, MarketStockChanged.type]
            + MarketProductEvent.Kind.allCases.map(\.rawValue)
        let services = types.compactMap { $0.split(separator: ".").first.map(String.init) }
        return Array(Set(services)).sorted() + types
    }()
}
