internal import Messages
internal import WorkerClient

/// Finds an exhibit by whatever someone calls it.
struct EntryLookup: Sendable {
    /// How many exhibits to look through for an English name.
    private static let maxCandidates = 100
    private static let maxSuggestions = 3

    let caller: ServiceCaller

    /// The keys that a word may be, the likeliest first.
    static func keys(_ word: String) -> [ExpoEntriesGetParams.Key] {
        let isNumber = !word.isEmpty && word.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let number = isNumber ? Int(word).map { [ExpoEntriesGetParams.Key.number($0)] } ?? [] : []
        return number + [.name(word), .imageName(word)]
    }

    /// The exhibit with this number, Korean name, picture or English name.
    ///
    /// - Throws: ``CallFailure``: the first refusal, with names like it, when there is none.
    func find(_ word: String) async throws(CallFailure) -> CallReply {
        var refusals: [CallFailure] = []
        for key in Self.keys(word) {
            do throws(CallFailure) {
                return try await get(key)
            } catch {
                guard Self.mayBeAnother(error) else { throw error }
                refusals.append(error)
            }
        }
        let candidates = try await candidates(word)
        let wanted = word.lowercased()
        if let match = candidates.first(where: { $0.englishName?.lowercased() == wanted }) {
            return try await get(.number(match.number))
        }
        guard let first = refusals.first else { return try await get(.name(word)) }
        throw first.suggesting(candidates.prefix(Self.maxSuggestions).compactMap { $0.name ?? $0.englishName })
    }

    private func get(_ key: ExpoEntriesGetParams.Key) async throws(CallFailure) -> CallReply {
        try await caller.read(ExpoMethod.entriesGet.name, with: ExpoEntriesGetParams(key: key).jsonBytes)
    }

    private func candidates(_ word: String) async throws(CallFailure) -> [ExpoEntry] {
        guard word.unicodeScalars.count <= ExpoEntriesListParams.searchMaxLength else { return [] }
        let params = ExpoEntriesListParams(search: word, limit: Self.maxCandidates)
        let reply = try await caller.read(ExpoMethod.entriesList.name, with: params.jsonBytes)
        return try caller.decode(reply, of: ExpoMethod.entriesList.name) { ExpoEntryPage($0) }.entries
    }

    /// Whether the service knows nothing under this key, or it cannot be one.
    private static func mayBeAnother(_ failure: CallFailure) -> Bool {
        guard case .refused(let error) = failure.reason else { return false }
        return error.knownReason == .unknownEntry || error.knownReason == .invalidParams
    }
}

extension CallFailure {
    /// The same refusal with names that might have been meant.
    fileprivate func suggesting(_ names: [String]) -> CallFailure {
        guard case .refused(var refusal) = reason else { return self }
        refusal.suggestions = names
        var failure = self
        failure.error = CallError(.refused(refusal), sends: error.sends)
        return failure
    }
}
