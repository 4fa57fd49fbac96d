package import WireJSON

/// What a request says about itself besides its method and params; members it does not know are ignored.
package struct RequestMeta: Sendable, Hashable, JSONWritable {
    /// The longest idempotency key, in bytes of UTF-8.
    package static let maxIdempotencyKeyLength = 128
    /// The longest time left, in milliseconds: the largest integer that every JSON reader keeps exactly.
    package static let maxTimeout = (1 << 53) - 1
    /// The last position of a stream that can be asked for, for the same reason.
    package static let maxPosition = (1 << 53) - 1

    private static let names = JSONNames("idempotencykey", "timeoutms", "traceparent", "atleast", "current")

    /// Names one intended write, so that it never has a second effect; 1…128 bytes of UTF-8.
    package var idempotencyKey: String?
    /// The time left for the work, in milliseconds from arrival; 0 is already over.
    package var timeoutMilliseconds: Int?
    /// The W3C trace context.
    package var traceparent: String?
    /// The position of the stream that the answer to a read must not be older than.
    package var atLeast: Int?
    /// Whether a worker that is cut off from its log is not to answer a read, because others may know more.
    package var isCurrent = false

    package init(
        idempotencyKey: String? = nil,
        timeoutMilliseconds: Int? = nil,
        traceparent: String? = nil,
        atLeast: Int? = nil,
        isCurrent: Bool = false
    ) {
        self.idempotencyKey = idempotencyKey
        self.timeoutMilliseconds = timeoutMilliseconds
        self.traceparent = traceparent
        self.atLeast = atLeast
        self.isCurrent = isCurrent
    }

    /// Reads the `meta` member of a request.
    ///
    /// - Throws: ``RPCError`` `INVALID_REQUEST` when it is no object or a known member has the wrong type or size.
    package init(_ node: JSONNode) throws(RPCError) {
        guard node.kind == .object else { throw RPCError(.invalidRequest, "meta must be an object") }
        let members = node.members(Self.names)
        if members.has(0) {
            guard let key = members.string(0), (1...Self.maxIdempotencyKeyLength).contains(key.utf8.count) else {
                throw RPCError(.invalidRequest, "meta.idempotencykey must be a string of 1 to 128 bytes of UTF-8")
            }
            idempotencyKey = key
        }
        if members.has(1) {
            guard let timeout = members.integer(1), (0...Self.maxTimeout).contains(timeout) else {
                throw RPCError(.invalidRequest, "meta.timeoutms must be an integer of milliseconds, from 0")
            }
            timeoutMilliseconds = timeout
        }
        if members.has(2) {
            guard let trace = members.string(2) else {
                throw RPCError(.invalidRequest, "meta.traceparent must be a string")
            }
            // W3C Trace Context, section 3.2: a malformed header is ignored, never an error.
            traceparent = Self.isTraceparent(trace) ? trace : nil
        }
        if members.has(3) {
            guard let position = members.integer(3), (0...Self.maxPosition).contains(position) else {
                throw RPCError(.invalidRequest, "meta.atleast must be a position of the stream, an integer from 0")
            }
            atLeast = position
        }
        if members.has(4) {
            guard let isCurrent = members[4]?.boolean else {
                throw RPCError(.invalidRequest, "meta.current must be true or false")
            }
            self.isCurrent = isCurrent
        }
    }

    /// Version 00 of the header: `00-<32 hex digits>-<16 hex digits>-<2 hex digits>`, lower case.
    private static func isTraceparent(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts.map(\.count) == [2, 32, 16, 2]
            && parts.joined().allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
            && parts[0].elementsEqual("00".utf8)
    }

    /// Writes the members that are set.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if let idempotencyKey { writer.member("idempotencykey", idempotencyKey) }
        if let timeoutMilliseconds { writer.member("timeoutms", timeoutMilliseconds) }
        if let traceparent { writer.member("traceparent", traceparent) }
        if let atLeast { writer.member("atleast", atLeast) }
        if isCurrent { writer.member("current", true) }
        writer.endObject()
    }
}
