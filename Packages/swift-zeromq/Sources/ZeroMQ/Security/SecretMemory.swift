internal import CZMQ

/// 32 secret bytes that are overwritten when the last reference to them goes.
///
/// Filled once, before anybody else knows them, and only read from then on; so threads may share them.
@safe
final class SecretMemory: Sendable {
    /// Where the bytes are: a pointer cannot be shared by threads, whatever is done with it.
    let address: UInt

    /// Makes the bytes.
    ///
    /// - Parameter fill: Writes them, and says how that went.
    /// - Throws: What `fill` threw; nothing is kept then.
    init(_ fill: (UnsafeMutablePointer<UInt8>) throws(ZMQError) -> Void) throws(ZMQError) {
        let base = UnsafeMutablePointer<UInt8>.allocate(capacity: Int(CZMQ_KEY_BYTES))
        unsafe base.initialize(repeating: 0, count: Int(CZMQ_KEY_BYTES))
        address = UInt(bitPattern: base)
        // From here on the end of the object overwrites the bytes, also after a failure.
        try unsafe fill(base)
    }

    deinit {
        guard let base = unsafe UnsafeMutablePointer<UInt8>(bitPattern: address) else { return }
        unsafe CZMQ_forget(base, Int(CZMQ_KEY_BYTES))
        unsafe base.deallocate()
    }

    /// Lends the bytes to a C call.
    ///
    /// - Returns: What the call returned; a negative errno is a failure.
    func withBytes(_ body: (UnsafePointer<UInt8>) -> CInt) -> CInt {
        guard let base = unsafe UnsafePointer<UInt8>(bitPattern: address) else { return -1 }
        return withExtendedLifetime(self) { unsafe body(base) }
    }
}
