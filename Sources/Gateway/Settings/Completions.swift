internal import ArgumentParser
internal import Messages
internal import ServiceContexts
internal import WorkerClient

/// What shells offer in places where only this program knows what there is.
enum Completions {
    /// Whoever presses a key does not wait longer for a service.
    private static let askingTime = TimeLimit(.seconds(1))

    static let services = CompletionKind.custom { words, _, _ in names(of: session(words)) }
    /// Services with commas between them.
    static let serviceLists = CompletionKind.custom { words, _, typed in
        let chosen = typed[..<(typed.lastIndex(of: ",").map { typed.index(after: $0) } ?? typed.startIndex)]
        let taken = chosen.split(separator: ",").map(String.init)
        return names(of: session(words)).filter { !taken.contains($0) }.map { "\(chosen)\($0)" }
    }
    static let methods = asking { words in
        MethodDefinition.all.map(\.name) + (await strangers(words).flatMap { $0.methods.keys.sorted() })
    }
    static let contexts = CompletionKind.custom { words, _, _ in
        let names = (try? session(words)?.settings.places.contexts.names()) ?? []
        return names + [ServiceContext.local]
    }
    /// The keys of writes of which nobody knows the outcome yet.
    static let writes = asking { words in try? await session(words)?.outbox.found().map(\.write.id.key) }
    static let errors = CompletionKind.list(ErrorReason.suite.map(\.word))
    static let exhibits = asking { words in
        await entries(words)?.flatMap { ["\($0.number)", $0.name, $0.imageName].compactMap(\.self) }
    }
    static let exhibitPictures = asking { words in await entries(words).map { $0.compactMap(\.imageName) + ["poster"] }
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

    /// Completes with what is kept in files of the user's own.
    static func keeping(
        _ find: @escaping @Sendable ([String], Settings) throws -> [String]
    ) -> CompletionKind {
        let complete: @Sendable ([String], Int, String) -> [String] = { words, _, _ in
            (session(words).flatMap { try? find(words, $0.settings) } ?? []).filter(isPlain)
        }
        return .custom(complete)
    }

    private static func asking(_ find: @escaping @Sendable ([String]) async -> [String]?) -> CompletionKind {
        let complete: @Sendable ([String], Int, String) async -> [String] = { words, _, _ in
            (await find(words) ?? []).filter(isPlain)
        }
        return .custom(complete)
    }

    /// Whether a word may be offered: bash runs what stands in `$(…)` of a candidate, and services choose these words.
    static func isPlain(_ word: String) -> Bool {
        word.utf8.count <= 128 && word.isShellWord
    }

    private static func names(of session: Session?) -> [String] {
        ((try? session?.settings.places.services()) ?? ServiceName.suite).map(\.rawValue)
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

    private static func entries(_ words: [String]) async -> [ExpoEntry]? {
        guard let session = session(words) else { return nil }
        return try? await session.withCaller(of: .expo) { caller in
            let method = ExpoMethod.entriesList.name
            let reply = try await caller.read(method, with: ExpoEntriesListParams(search: "", limit: 100).jsonBytes)
            return try caller.decode(reply, of: method) { ExpoEntryPage($0) }.entries
        }
    }

    private static func menu(_ words: [String]) async -> JuiceMenuResult? {
        guard let session = session(words) else { return nil }
        return try? await session.withCaller(of: .juice) { caller in
            let reply = try await caller.read(JuiceMethod.menu.name)
            return try caller.decode(reply, of: JuiceMethod.menu.name) { JuiceMenuResult($0) }
        }
    }

    /// The value of an option, as far as it was typed; of several the last, as everywhere.
    static func value(of option: String, in words: [String]) -> String? {
        for (place, word) in words.enumerated().reversed() {
            if word == option, words.indices.contains(place + 1), !words[place + 1].isEmpty { return words[place + 1] }
            if word.hasPrefix("\(option)=") { return String(word.dropFirst(option.count + 1)) }
        }
        return nil
    }

    /// A run with the options that were typed so far; `nil` when they are no good yet.
    private static func session(_ words: [String]) -> Session? {
        let options = GlobalOptions.options.flatMap { name in value(of: name, in: words).map { [name, $0] } ?? [] }
        guard var global = try? GlobalOptions.parse(options) else { return nil }
        global.timeout = askingTime
        return Session(Settings(global, in: .process), arguments: ["gateway"])
    }
}

extension EventTopic {
    /// The types of events that a service of the suite publishes.
    static func types(of service: ServiceName) -> [String] {
        switch service {
        case .juice: JuiceMethod.events
        case .expo: ExpoMethod.events
        case .market: MarketMethod.events
        default: []
        }
    }

    /// What topics begin with, as far as it is known without asking.
    fileprivate static let known: [String] = {
        let types = ServiceName.suite.flatMap { EventTopic.types(of: $0) }
        let services = types.compactMap { $0.split(separator: ".").first.map(String.init) }
        return Array(Set(services)).sorted() + types
    }()
}
