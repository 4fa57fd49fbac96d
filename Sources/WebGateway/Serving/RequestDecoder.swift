internal import NIOCore
internal import NIOHTTP1

/// Decodes the requests of a connection, also those behind an offer to upgrade, which is declined.
///
/// NIO's decoder takes what follows such an offer for another protocol and does not read it. Here a new one takes its place, for the
/// bytes that the old one has left.
final class RequestDecoder: ByteToMessageDecoder {
    typealias InboundOut = HTTPServerRequestPart

    private let limits: NIOHTTPDecoderLimitConfiguration
    private var decoder: HTTPRequestDecoder
    /// Whether the decoder has come to the end of a request behind which it reads nothing; set by what sees the requests.
    var hasStopped = false

    init(limits: NIOHTTPDecoderLimitConfiguration) {
        self.limits = limits
        decoder = HTTPRequestDecoder(limitConfiguration: limits)
    }

    func decoderAdded(context: ChannelHandlerContext) { decoder.decoderAdded(context: context) }

    func decoderRemoved(context: ChannelHandlerContext) { decoder.decoderRemoved(context: context) }

    func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
        let state = try decoder.decode(context: context, buffer: &buffer)
        guard hasStopped else { return state }
        hasStopped = false
        decoder.decoderRemoved(context: context)
        decoder = HTTPRequestDecoder(limitConfiguration: limits)
        decoder.decoderAdded(context: context)
        return buffer.readableBytes > 0 ? .continue : .needMoreData
    }

    func decodeLast(
        context: ChannelHandlerContext,
        buffer: inout ByteBuffer,
        seenEOF: Bool
    ) throws -> DecodingState {
        while buffer.readableBytes > 0, case .continue = try decode(context: context, buffer: &buffer) {}
        return try decoder.decodeLast(context: context, buffer: &buffer, seenEOF: seenEOF)
    }
}

extension HTTPRequestHead {
    /// What an offer to speak another protocol means for NIO's decoder.
    enum Upgrade {
        /// There is none.
        case none
        /// The decoder reads nothing behind this request.
        case offered
        /// Its parser may take it for an offer or not.
        case unclear
    }

    /// Whether this request offers to speak another protocol behind it.
    ///
    /// The parser, llhttp, wants a field `Upgrade` that is not empty, and the token `upgrade` in `Connection`; it has rules of its own
    /// for what is written otherwise, such as `Proxy-Connection`.
    var upgrade: Upgrade {
        guard method != .CONNECT else { return .offered }
        let options = headers["Connection"] + headers["Proxy-Connection"]
        guard headers.contains(name: "Upgrade"), options.contains(where: { $0.lowercased().contains("upgrade") }) else {
            return .none
        }
        let isNamed = headers["Upgrade"].allSatisfy { !$0.isEmpty }
        let isOption = headers[canonicalForm: "Connection"].contains { $0.lowercased() == "upgrade" }
        // Behind a tab the parser reads an option that is not there.
        let isPlain = headers["Connection"].allSatisfy { !$0.utf8.contains(UInt8(ascii: "\t")) }
        return isNamed && isOption && isPlain ? .offered : .unclear
    }
}
