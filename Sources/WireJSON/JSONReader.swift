internal import CSimdJSON

/// Reads JSON texts strictly, within limits, into nodes that hold every value exactly as it was sent.
///
/// A text is refused when it is not UTF-8, not JSON by RFC 8259, over a limit, names a member twice, or escapes half of
/// a surrogate pair. A root of any kind is accepted; a byte order mark is not. Numbers are checked and never converted.
///
/// A reader belongs to one owner. It reuses its buffers: once they are as large as the texts it sees, a read allocates
/// nothing, as long as no more texts are held by their nodes than it was given. Nodes that are held keep their text,
/// and the reader takes other buffers.
@safe
package final class JSONReader {
    private let parser: OpaquePointer?
    private let limits: CSimdJSON_Limits
    private var documents: DocumentRing

    /// Makes a reader; its buffers grow with the texts it reads.
    ///
    /// - Parameters:
    ///   - limits: What is too much. The defaults are those of the wire.
    ///   - texts: How many texts are held at the same time, from 1.
    package init(limits: JSONLimits = JSONLimits(), holding texts: Int = 1) {
        documents = DocumentRing(texts)
        unsafe parser = CSimdJSON_createParser()
        self.limits = CSimdJSON_Limits(
            bytes: UInt32(clamping: limits.bytes),
            depth: UInt32(clamping: limits.depth),
            members: UInt32(clamping: limits.members),
            string: UInt32(clamping: limits.string)
        )
    }

    deinit {
        unsafe CSimdJSON_destroyParser(parser)
    }

    /// Reads one text and gives its root.
    ///
    /// - Parameter bytes: The whole text in UTF-8. It is copied, so it need not outlive the call.
    /// - Returns: The root value. It and every node below it stay valid for as long as any of them is held.
    /// - Throws: ``JSONError`` when the text is refused.
    package func read(_ bytes: Span<UInt8>) throws(JSONError) -> JSONNode {
        guard let parser = unsafe parser else {
            throw JSONError(code: .tooLarge, offset: 0, message: "there is no memory for a parser")
        }
        let document = documents.take()
        let result = unsafe document.fill(with: bytes, parser: parser, limits: limits)
        if let code = unsafe JSONError.Code(result.code) {
            throw unsafe JSONError(code: code, offset: Int(result.offset), message: String(cString: result.message))
        }
        return JSONNode(document: document, index: 0)
    }

    /// Gives back what large texts have taken, as far as nobody holds their nodes.
    ///
    /// - Parameter bytes: How much may be kept for each text.
    package func trim(to bytes: Int) { documents.trim(to: bytes) }

    /// Reads one text and gives its root.
    ///
    /// - Parameter bytes: The whole text in UTF-8.
    /// - Returns: The root value, valid for as long as it is held.
    /// - Throws: ``JSONError`` when the text is refused.
    package func read(_ bytes: [UInt8]) throws(JSONError) -> JSONNode {
        try read(bytes.span)
    }

    /// Reads one text and gives its root.
    ///
    /// - Parameter text: The whole text.
    /// - Returns: The root value, valid for as long as it is held.
    /// - Throws: ``JSONError`` when the text is refused.
    package func read(_ text: String) throws(JSONError) -> JSONNode {
        try read(text.utf8.span)
    }
}

extension JSONError.Code {
    /// The code of a refusal, or nil when nothing was refused.
    fileprivate init?(_ code: CSimdJSON_Code) {
        switch code {
        case .ok: return nil
        case .syntax: self = .syntax
        case .invalidUTF8: self = .invalidUTF8
        case .loneSurrogate: self = .loneSurrogate
        case .duplicateMember: self = .duplicateMember
        case .tooDeep: self = .tooDeep
        case .tooManyMembers: self = .tooManyMembers
        case .stringTooLong: self = .stringTooLong
        case .tooLarge, .outOfMemory: self = .tooLarge
        }
    }
}
