internal import CZMQ

/// The two keys that one side of an encrypted connection is known by.
///
/// Two pairs are equal when their public keys are.
public struct CurveKeyPair: Sendable, Hashable {
    /// The half that others may know.
    public let publicKey: CurvePublicKey
    /// The half that stays secret.
    public let secretKey: CurveSecretKey

    init(publicKey: CurvePublicKey, secretKey: CurveSecretKey) {
        self.publicKey = publicKey
        self.secretKey = secretKey
    }

    /// Makes a new pair, from the system's random numbers.
    ///
    /// - Throws: ``ZMQError`` with `systemCall` when libzmq was built without CURVE.
    public static func generate() throws(ZMQError) -> CurveKeyPair {
        var key = [UInt8](repeating: 0, count: Int(CZMQ_KEY_BYTES))
        let secret = try unsafe SecretMemory { secret throws(ZMQError) in
            let result = unsafe key.withUnsafeMutableBufferPointer { key in
                guard let key = key.baseAddress else { return CInt(-1) }
                return unsafe CZMQ_key_pair(key, secret)
            }
            try ZMQError.check(result, action: "make a key pair")
        }
        return CurveKeyPair(publicKey: CurvePublicKey(bytes: key.span), secretKey: CurveSecretKey(secret))
    }

    /// Whether two pairs have the same public key.
    public static func == (left: CurveKeyPair, right: CurveKeyPair) -> Bool {
        left.publicKey == right.publicKey
    }

    /// Hashes the public key.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(publicKey)
    }
}
