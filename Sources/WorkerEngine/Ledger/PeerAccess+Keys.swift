internal import Messages

extension PeerAccess {
    /// Whether its idempotency keys are its own.
    ///
    /// Without a name in the list of clients one caller cannot be distinguished from another, so they share theirs.
    var hasOwnKeys: Bool { transport == .curve }

    /// What the journal calls an idempotency key of this caller.
    ///
    /// Keys that are shared are stored as they came. Others are followed by a tab, spaces and the caller's name:
    ///
    /// - It begins with the key, so that keys which begin with the time rise in the journal's index whoever they belong
    ///   to.
    /// - Names have neither tabs nor spaces, so the last tab is the end of the key, whatever is in that.
    /// - With the spaces it is longer than any key may be, so it is no other caller's key as it came.
    func storedKey(_ key: String) -> String {
        guard hasOwnKeys else { return key }
        let spaces = RequestMeta.maxIdempotencyKeyLength - key.utf8.count - name.utf8.count
        return key + "\t" + String(repeating: " ", count: max(0, spaces)) + name
    }
}
