/// One request of libzmq to the handler, as RFC 27 lays out its frames.
struct ZAPRequest {
    /// What the handler answers.
    enum Answer {
        case admitted(String)
        case refused
        case busy
        /// The handler itself is at fault.
        case failed
    }

    /// What follows the domain of an endpoint whose socket takes no names.
    static var withoutName: String { "\u{1}" }

    /// What is asked; `nil` when it is asked in a version or about a mechanism that is not ours.
    let handshake: ZMQHandshake?
    private let isToldName: Bool
    private let routingID: [UInt8]
    private let requestID: [UInt8]

    /// Reads a request: routing id, delimiter, version, request id, domain, address, the peer's own id, mechanism,
    /// credentials.
    init?(_ message: borrowing ZMQMultipart) {
        guard message.count >= 4, message.size(of: 1) == 0 else { return nil }
        routingID = message.frame(0)
        requestID = message.frame(3)
        let domain = message.count > 4 ? message.text(4) : ""
        isToldName = !domain.hasSuffix(Self.withoutName)
        guard message.count >= 8, !message.isIncomplete, message.text(2) == "1.0",
            let credentials = Self.credentials(message)
        else {
            handshake = nil
            return
        }
        let ownDomain = isToldName ? domain : String(domain.dropLast())
        handshake = ZMQHandshake(domain: ownDomain, address: message.text(5), credentials: credentials)
    }

    private static func credentials(_ message: borrowing ZMQMultipart) -> ZMQHandshake.Credentials? {
        switch (message.text(7), message.count) {
        case ("NULL", 8): .some(.none)
        case ("CURVE", 9) where message.size(of: 8) == 32: .curve(CurvePublicKey(bytes: message.span(of: 8)))
        default: nil
        }
    }

    /// Writes the reply: version, request id, status code and text, user id, properties.
    func write(_ answer: Answer, voucher: String, to reply: inout ZMQMultipart) {
        reply.removeAll()
        reply.append(routingID)
        reply.append([UInt8]())
        reply.append(utf8: "1.0")
        reply.append(requestID)
        switch answer {
        case .admitted(let name):
            reply.append(utf8: "200")
            reply.append(utf8: "OK")
            reply.append(utf8: isToldName ? name : "")
            reply.append(properties(voucher))
        case .refused: append("400", text: "refused", to: &reply)
        case .busy: append("300", text: "busy", to: &reply)
        case .failed: append("500", text: "the handler failed", to: &reply)
        }
    }

    private func append(_ status: String, text: String, to reply: inout ZMQMultipart) {
        reply.append(utf8: status)
        reply.append(utf8: text)
        reply.append([UInt8]())
        reply.append([UInt8]())
    }

    private func properties(_ voucher: String) -> [UInt8] {
        var key = "none"
        if case .curve(let shown) = handshake?.credentials { key = shown.description }
        // Both in any case: a property that is missing here could be the peer's own.
        return Self.property(ZMQPeer.voucherProperty, value: voucher) + Self.property(ZMQPeer.keyProperty, value: key)
    }

    /// One property as ZMTP (RFC 23) writes it: a byte of length and the name, four bytes of length and the value.
    private static func property(_ name: String, value: String) -> [UInt8] {
        [UInt8(truncatingIfNeeded: name.utf8.count)] + name.utf8
            + [0, 0, 0, UInt8(truncatingIfNeeded: value.utf8.count)] + value.utf8
    }
}
