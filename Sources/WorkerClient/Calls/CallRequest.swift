internal import Messages
internal import Platform
internal import WireJSON
internal import ZeroMQ

/// What one call asks for; written again at each sending, because the time left becomes less.
struct CallRequest {
    /// The largest JSON frame that a service takes, in bytes.
    static let maxJSONBytes = 256 * 1024
    /// The largest frame of any kind, in bytes: a larger one would cost the connection.
    static let maxFrameBytes = 1 << 20
    /// The most frames after the JSON.
    static let maxAttachments = 7
    /// What a service accepts of params, which stand one level deep in the request.
    static let paramsLimits = JSONLimits(bytes: maxJSONBytes, depth: 63)

    let method: String
    let params: [UInt8]?
    let attachments: [[UInt8]]
    let options: CallOptions
    /// Whether it was sent last for a worker that is not cut off from its log.
    var isCurrent = false

    init(method: String, params: [UInt8]?, attachments: [[UInt8]] = [], options: CallOptions) {
        self.method = method
        self.params = params
        self.attachments = attachments
        self.options = options
    }

    /// Why it cannot be sent; `nil` when it can.
    ///
    /// - Parameters:
    ///   - atLeast: The longest position that it may be sent with.
    ///   - reader: One with ``paramsLimits``.
    ///   - writer: A buffer.
    func fault(id: String, atLeast: Int?, reader: JSONReader, writer: inout JSONWriter) -> CallError.Code? {
        if let params {
            // Copied into the request as they are, so they must be one whole object; a service could not say to which
            // call a malformed one belongs.
            do throws(JSONError) {
                guard try reader.read(params).kind == .object else {
                    return .refused(RPCError(.invalidRequest, "params must be an object"))
                }
            } catch {
                return error.code == .tooLarge ? .tooLarge("params: \(error)") : .refused(RPCError(error))
            }
        }
        guard attachments.count <= Self.maxAttachments else {
            return .tooLarge("\(attachments.count) attachments; a request has at most \(Self.maxAttachments)")
        }
        for (index, attachment) in attachments.enumerated() where attachment.count > Self.maxFrameBytes {
            return .tooLarge(
                "attachment \(index) has \(attachment.count) bytes; at most \(Self.maxFrameBytes) are allowed"
            )
        }
        // Most are far from the limit and need not be written to be measured.
        guard maxSize(id: id) > Self.maxJSONBytes else { return nil }
        write(id: id, remaining: options.timeout, atLeast: atLeast, isCurrent: atLeast != nil, to: &writer)
        guard writer.bytes.count <= Self.maxJSONBytes else {
            return .tooLarge("the request has \(writer.bytes.count) bytes; at most \(Self.maxJSONBytes) are allowed")
        }
        return nil
    }

    /// Makes the message of one sending: an empty frame, as that of a REQ, so that it gets through brokers, and what it asks for.
    ///
    /// - Parameters:
    ///   - message: Replaced.
    ///   - remaining: The time left.
    ///   - atLeast: The position of the stream that a read must have come to.
    ///   - writer: A buffer.
    func fill(
        _ message: inout ZMQMultipart,
        id: String,
        remaining: Duration,
        atLeast: Int?,
        writer: inout JSONWriter
    ) {
        write(id: id, remaining: remaining, atLeast: atLeast, isCurrent: isCurrent, to: &writer)
        message.removeAll()
        message.append([UInt8]())
        message.append(writer.bytes)
        for attachment in attachments {
            message.append(attachment)
        }
    }

    /// At least as many bytes as it has when it is written: each byte of a string may be escaped by six.
    private func maxSize(id: String) -> Int {
        let strings = [id, method, options.idempotencyKey ?? "", options.traceparent ?? ""]
        return 256 + (params?.count ?? 0) + 6 * strings.reduce(0) { $0 + $1.utf8.count }
    }

    private func write(id: String, remaining: Duration, atLeast: Int?, isCurrent: Bool, to writer: inout JSONWriter) {
        // 0 would be over already; beyond the limit a service refuses.
        let maxTimeout = Duration.milliseconds(RequestMeta.maxTimeout)
        let milliseconds = min(max(remaining, .milliseconds(1)), maxTimeout).milliseconds
        writer.removeAll()
        writer.beginObject()
        writer.member("jsonrpc", "2.0")
        writer.member("id", id)
        writer.member("method", method)
        if let params {
            writer.member("params", raw: params)
        }
        writer.member(
            "meta",
            RequestMeta(
                idempotencyKey: options.idempotencyKey,
                timeoutMilliseconds: Int(milliseconds),
                traceparent: options.traceparent,
                atLeast: options.isWrite ? nil : atLeast,
                isCurrent: !options.isWrite && isCurrent
            )
        )
        writer.endObject()
    }
}
