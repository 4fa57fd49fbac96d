internal import Mustache

/// How texts are written into pages.
///
/// Byte for byte: what ends an attribute or begins a tag is a code point, and what Swift takes for one character may be several.
enum PageEscaping {
    /// In text and in attributes between quotes.
    static let html: [UInt8: String] = [
        UInt8(ascii: "&"): "&amp;", UInt8(ascii: "<"): "&lt;", UInt8(ascii: ">"): "&gt;",
        UInt8(ascii: "\""): "&#34;", UInt8(ascii: "'"): "&#39;",
    ]
    /// In JSON inside of a script element, where only these three could end it or begin a comment.
    static let script: [UInt8: String] = [
        UInt8(ascii: "<"): "\\u003c", UInt8(ascii: ">"): "\\u003e", UInt8(ascii: "&"): "\\u0026",
    ]

    /// A text of which some bytes are written otherwise.
    static func text(_ bytes: some Sequence<UInt8>, escaping escapes: [UInt8: String]) -> String {
        var written: [UInt8] = []
        for byte in bytes {
            if let escape = escapes[byte] { written += escape.utf8 } else { written.append(byte) }
        }
        return String(decoding: written, as: UTF8.self)
    }
}

/// What templates do with the texts that they are given.
struct PageContent: MustacheContentType {
    /// What each template begins with, so that this is how its texts are written; ``register()`` comes before.
    static let pragma = "{{% CONTENT_TYPE:\(name)}}"
    private static let name = "PAGE"

    static func register() { MustacheContentTypes.register(PageContent(), named: name) }

    func escapeText(_ text: String) -> String { PageEscaping.text(text.utf8, escaping: PageEscaping.html) }
}
