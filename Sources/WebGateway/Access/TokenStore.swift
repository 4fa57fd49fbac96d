internal import AccessTokens
internal import Logging
internal import Platform
internal import Synchronization

/// The tokens that are good now: those of a file that is read again when it changes.
final class TokenStore: Sendable {
    private struct State {
        var list = TokenList()
        var stamp: FileStamp?
        /// What was wrong with the file when it was last read.
        var fault: TokenError?
    }

    private let path: String?
    private let log: Logger
    private let state: Mutex<State>
    /// Whether the file was there at the beginning.
    let hasFile: Bool

    /// Reads the file.
    ///
    /// - Parameter path: `nil` where nothing says where it is; then there are no tokens.
    /// - Throws: ``TokenError``.
    init(_ path: String?, log: Logger) throws(TokenError) {
        (self.path, self.log) = (path, log)
        // The stamp first: what comes in between is found at the next look.
        let stamp = path.flatMap { FileStamp(of: $0) }
        let list: TokenList? = if let path { try TokenFile.read(path) } else { nil }
        hasFile = list != nil
        state = Mutex(State(list: list ?? TokenList(), stamp: stamp))
    }

    /// Whose a token is; `nil` when it is nobody's.
    func record(of token: AccessToken) -> TokenRecord? { Self.unexpired(state.withLock { $0.list }.record(of: token)) }

    /// Whose a token's hash is; `nil` when it is nobody's.
    func record(ofHash hash: String) -> TokenRecord? { Self.unexpired(state.withLock { $0.list }.record(ofHash: hash)) }

    private static func unexpired(_ record: TokenRecord?) -> TokenRecord? {
        guard let record, !record.isExpired(at: SystemClock.wall) else { return nil }
        return record
    }

    /// Whether a caller who was let in still would be.
    func accepts(_ caller: Caller) -> Bool {
        guard let token = caller.token else { return true }
        return !token.isExpired(at: SystemClock.wall) && state.withLock { $0.list.contains(token) }
    }

    /// Reads the file if it has changed.
    ///
    /// - Returns: Whether the tokens may be others now.
    func readAgain() -> Bool {
        guard let path else { return false }
        let stamp = FileStamp(of: path)
        guard state.withLock({ $0.stamp }) != stamp else { return false }
        do throws(TokenError) {
            // Where the file is gone, so are its tokens.
            let list = try TokenFile.read(path) ?? TokenList()
            state.withLock { $0 = State(list: list, stamp: stamp) }
            log.notice("tokens read again", metadata: ["file": "\(path)", "count": "\(list.records.count)"])
            return true
        } catch {
            // Tried again until it can be read, and reported once.
            let isNew = state.withLock { state in
                defer { state.fault = error }
                return state.fault != error
            }
            if isNew { log.error("tokens not read, those of before stay", metadata: ["error": "\(error)"]) }
            return false
        }
    }
}
