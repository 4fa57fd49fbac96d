/// How a write is recognised when it comes again.
struct WriteIdentity {
    /// Its idempotency key as it is stored: see ``PeerAccess/storedKey(_:)``; `nil` for a write without one.
    var key: String?
    /// What it asks for: see ``Fingerprint``; empty without a key.
    var fingerprint: [UInt8] = []
}

/// The result of the write that had a key first.
struct EarlierResult {
    /// One JSON value.
    let result: ArraySlice<UInt8>
    /// Its last event.
    let sequence: Int
    /// What a failed commit does to it: nothing, unless it is in the open batch itself.
    let standing: Responses.Standing
}
