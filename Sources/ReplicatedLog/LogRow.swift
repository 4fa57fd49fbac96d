internal import Cryptography

/// One row of a log as it was written: one committed batch of one writer.
package struct LogRow: Sendable, Hashable {
    /// The stream it belongs to.
    package let stream: String
    /// Its place, from 1 on without a hole.
    package let position: Int
    /// The term of the lease under which it was written.
    package let term: Int
    /// Who has written it.
    package let writer: String
    /// What it holds.
    package let payload: LogPayload
    /// SHA-256 of all of the above, so that a row is noticed that has changed, or is where it was not written.
    package let checksum: [UInt8]

    /// A row to be written, with its checksum.
    package init(_ payload: LogPayload, at position: Int, term: Int, by identity: LogIdentity) {
        self.init(stream: identity.stream, position: position, term: term, writer: identity.writer, payload)
    }

    /// A row that an engine has given back.
    ///
    /// - Throws: ``LogError`` with `damaged` when it is not what was written.
    package init(
        stream: String,
        position: Int,
        term: Int,
        writer: String,
        payload: [UInt8],
        checksum: [UInt8]
    ) throws(LogError) {
        guard let payload = LogPayload(bytes: payload) else {
            throw LogError(.damaged, "The payload of row \(position) of '\(stream)' has no format number")
        }
        self.init(stream: stream, position: position, term: term, writer: writer, payload)
        guard self.checksum == checksum else {
            throw LogError(.damaged, "Row \(position) of '\(stream)' does not fit its checksum")
        }
    }

    private init(stream: String, position: Int, term: Int, writer: String, _ payload: LogPayload) {
        self.stream = stream
        self.position = position
        self.term = term
        self.writer = writer
        self.payload = payload
        // Each length before its text: two rows never give the same bytes.
        var head: [UInt8] = []
        for number in [position, term, stream.utf8.count, writer.utf8.count, payload.bytes.count] {
            unsafe withUnsafeBytes(of: Int64(number).bigEndian) { unsafe head.append(contentsOf: $0) }
        }
        head += stream.utf8
        head += writer.utf8
        var hash = SHA256()
        hash.add(head.span)
        hash.add(payload.bytes.span)
        checksum = hash.finish()
    }
}
