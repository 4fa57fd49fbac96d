/// What the journal remembers of a request that was accepted under a key.
package struct StoredReply: Sendable, Hashable {
    /// The number of the journal's row.
    package var number: Int
    /// The position of the write's last event, or the stream's position then if it made none.
    package var sequence: Int
    /// The digest of what was asked; empty when none was given.
    package var fingerprint: [UInt8]
    /// The result that was sent, byte for byte.
    package var result: [UInt8]

    /// Creates a stored reply.
    package init(number: Int, sequence: Int, fingerprint: [UInt8], result: [UInt8]) {
        self.number = number
        self.sequence = sequence
        self.fingerprint = fingerprint
        self.result = result
    }
}
