internal import CZMQ

/// The public half of a key pair: 32 bytes, written as 40 characters of Z85 (ZeroMQ RFC 32).
public struct CurvePublicKey: Sendable, Hashable, CustomStringConvertible {
    /// The bytes in four words.
    ///
    /// Not in a vector, whose alignment of 32 the frames of async functions do not keep (Swift 6.3).
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// Reads a key.
    ///
    /// - Parameter text: 40 characters of Z85, such as `rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7`.
    /// - Throws: ``ZMQError`` with `invalidKey`.
    public init(parsing text: String) throws(ZMQError) {
        guard let key = CurvePublicKey(text: text.utf8.span) else {
            throw ZMQError(
                .invalidKey,
                "a public key is 40 characters of Z85, and this is none: \(text.debugDescription)"
            )
        }
        self = key
    }

    /// Reads a key; `nil` if the text is none.
    init?(text: Span<UInt8>) {
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        let result = unsafe text.withUnsafeBufferPointer { text in
            unsafe withUnsafeMutableBytes(of: &words) { words in
                guard let base = text.baseAddress, let key = words.baseAddress else { return CInt(-1) }
                return unsafe CZMQ_key_decode(base, text.count, key.assumingMemoryBound(to: UInt8.self))
            }
        }
        guard result == 0 else { return nil }
        self.words = words
    }

    /// Makes a key of its 32 bytes.
    init(bytes: Span<UInt8>) {
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        unsafe withUnsafeMutableBytes(of: &words) { words in
            for index in 0..<min(bytes.count, words.count) { unsafe words[index] = bytes[index] }
        }
        self.words = words
    }

    /// Whether two keys have the same bytes.
    public static func == (left: CurvePublicKey, right: CurvePublicKey) -> Bool {
        left.words == right.words
    }

    /// Hashes the first half: of a key, that is as good as all of it.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
    }

    /// The 32 bytes.
    var bytes: [UInt8] {
        unsafe withUnsafeBytes(of: words) { unsafe Array($0) }
    }

    /// The key in Z85.
    public var description: String {
        var text = [UInt8](repeating: 0, count: Int(CZMQ_KEY_TEXT))
        unsafe text.withUnsafeMutableBufferPointer { text in
            unsafe bytes.withUnsafeBufferPointer { bytes in
                guard let text = text.baseAddress, let key = bytes.baseAddress else { return }
                unsafe CZMQ_key_encode(key, text)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
