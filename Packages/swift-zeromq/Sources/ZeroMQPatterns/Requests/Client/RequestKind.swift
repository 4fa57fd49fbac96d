/// Whether a request may be sent more than once.
public enum RequestKind: Sendable, Hashable {
    /// It changes nothing, and is sent as often as needed, to any server.
    case read
    /// It changes something, and servers do it once for its key, see ``AnswerMemory``; so it is sent again until it is answered. Keep
    /// the key to find out later what became of it. 1…255 bytes of UTF-8.
    case keyed(String)
    /// It changes something, and servers would do it as often as it comes; so it is sent once.
    case unkeyed

    /// A write under a new key, which nobody can guess or has used.
    public static var write: RequestKind {
        .keyed((0..<2).map { _ in String(UInt64.random(in: 0 ... .max), radix: 36) }.joined())
    }

    var key: String? {
        if case .keyed(let key) = self { key } else { nil }
    }

    func policy(timeout: Duration, connectTimeout: Duration) -> CallPolicy {
        CallPolicy(
            timeout: timeout,
            connectTimeout: connectTimeout,
            isWrite: self != .read,
            isKeyed: key != nil
        )
    }
}
