internal import Messages
package import WorkerEngine
package import ZeroMQ

extension RequestMessage {
    /// Takes over what a ROUTER has received: the routing id, an optional address that ends with an empty frame, the JSON, attachments.
    package mutating func take(_ message: borrowing ZMQMultipart, within limits: WorkerLimits) {
        let envelope = Envelope(of: message)
        connection = Self.connection(of: message)
        byteCount = message.byteCount
        returnAddress.removeAll(keepingCapacity: true)
        for index in 0..<envelope.count {
            // A routing id has at most 255 bytes, and so has each frame of an address that is not malformed.
            returnAddress.append(UInt8(clamping: message.size(of: index)))
            returnAddress.append(contentsOf: message.span(of: index))
        }
        body.removeAll(keepingCapacity: true)
        if !attachments.isEmpty { attachments.removeAll() }
        content = message.isEmpty || envelope.isProbe(message) ? .nothing : .request
        if let fault = Self.fault(of: message, envelope: envelope, limits: limits) {
            if case .request = content { content = .fault(fault) }
            return
        }
        body.append(contentsOf: message.span(of: envelope.count))
        for index in envelope.count + 1..<message.count { attachments.append(message.frame(index)) }
    }

    private static func fault(
        of message: borrowing ZMQMultipart,
        envelope: Envelope,
        limits: WorkerLimits
    ) -> RPCError? {
        guard !envelope.isMalformed else {
            return RPCError(
                .invalidRequest,
                "everything before an empty frame is an address, of frames of at most \(Envelope.maxFrameBytes) bytes; "
                    + "JSON with an empty attachment needs an empty frame before it as well"
            )
        }
        guard !envelope.isTooLong else {
            return RPCError(.payloadTooLarge, "an address has at most \(Envelope.maxAddress) frames")
        }
        guard !message.isIncomplete, message.count - envelope.count <= limits.frames else {
            return RPCError(
                .payloadTooLarge,
                "a message has at most \(limits.frames) frames and \(limits.messageBytes) bytes"
            )
        }
        guard message.count > envelope.count else { return RPCError(.parseError, "the message has no JSON frame") }
        return nil
    }

    /// A number for the peer that a request came from or an answer goes to.
    ///
    /// Exact for the short names that libzmq gives; two peers with long names of their own may share one.
    static func connection(of message: borrowing ZMQMultipart) -> UInt64 {
        guard !message.isEmpty else { return 0 }
        let name = message.span(of: 0)
        guard name.count < 8 else {
            var hasher = Hasher()
            unsafe name.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
            return UInt64(bitPattern: Int64(hasher.finalize()))
        }
        var number = UInt64(name.count)
        for index in name.indices { number = number << 8 | UInt64(name[index]) }
        return number
    }
}

extension ZMQMultipart {
    /// Becomes an answer: the frames of its address, and the JSON.
    package mutating func begin(to returnAddress: Span<UInt8>, with json: Span<UInt8>) {
        removeAll()
        var start = 0
        while start < returnAddress.count {
            let end = start + 1 + Int(returnAddress[start])
            append(returnAddress.extracting(start + 1..<end))
            start = end
        }
        append(json)
    }
}

extension [UInt8] {
    fileprivate mutating func append(contentsOf span: Span<UInt8>) {
        unsafe span.withUnsafeBufferPointer { bytes in unsafe append(contentsOf: bytes) }
    }
}
