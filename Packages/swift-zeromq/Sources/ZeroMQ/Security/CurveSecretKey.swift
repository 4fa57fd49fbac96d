internal import CZMQ

/// The secret half of a key pair.
///
/// It never shows: not in a description, not in `dump`, and it has no JSON. Its memory is overwritten when the last copy
/// is gone; libzmq keeps copies of its own in the sockets that use it, for as long as they live.
public struct CurveSecretKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let memory: SecretMemory

    init(_ memory: SecretMemory) {
        self.memory = memory
    }

    /// A text that tells nothing of the key.
    public var description: String { "secret key" }
    /// A text that tells nothing of the key.
    public var debugDescription: String { description }
    /// A mirror that shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }

    /// The public key that belongs to it.
    func publicKey() throws(ZMQError) -> CurvePublicKey {
        var key = [UInt8](repeating: 0, count: Int(CZMQ_KEY_BYTES))
        let result = unsafe key.withUnsafeMutableBufferPointer { key in
            unsafe memory.withBytes { secret in
                guard let key = key.baseAddress else { return CInt(-1) }
                return unsafe CZMQ_key_public(secret, key)
            }
        }
        try ZMQError.check(result, action: "work out a public key")
        return CurvePublicKey(bytes: key.span)
    }
}
