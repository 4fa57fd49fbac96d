internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Localization
internal import Messages
internal import Mustache
internal import NIOCore
internal import WireJSON

/// Makes documents of pages.
struct PageRenderer: Sendable {
    /// Only what this server serves, nothing inline, and in nobody's frame.
    private static let policy = """
        default-src 'self'; img-src 'self' blob: data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'
        """

    private let services: Services
    private let library: MustacheLibrary
    private let texts: [Language: TextTable]

    /// - Parameter services: Those whose pages there are.
    /// - Throws: `MustacheTemplate.Error` when a template cannot be read.
    init(for services: Services) throws {
        self.services = services
        PageContent.register()
        var library = MustacheLibrary()
        for (name, bytes) in PageFiles.templates {
            try library.register(PageContent.pragma + String(decoding: bytes, as: UTF8.self), named: name)
        }
        self.library = library
        texts = [
            .korean: TextTable(.korean, reading: PageFiles.koreanTexts),
            .english: TextTable(.english, reading: PageFiles.englishTexts),
        ]
    }

    /// The texts in the language that a request asks for.
    func texts(for request: Request) -> TextTable {
        let language = Language(
            choice: (try? request.query)?.first("lang"),
            cookie: request.cookies["jangteo_lang"]?.value,
            accepted: request.headers[.acceptLanguage]
        )
        return texts[language] ?? TextTable(language, reading: [])
    }

    /// The document of a page.
    ///
    /// - Parameter caller: Whom it is for; `nil` for a page that sends nothing.
    func response(_ page: Page, to request: Request, by caller: Caller? = nil, in texts: TextTable) -> Response {
        var context = page.context
        let uri = page.address.map { URI($0) } ?? request.uri
        context["lang"] = texts.language.rawValue
        context["is_ko"] = texts.language == .korean
        context["is_en"] = texts.language == .english
        context["t"] = texts.entries
        context["section"] = page.section
        context["has_session"] = page.status != .unauthorized && SessionCookie.isIn(request)
        context["here"] = [page.section: true]
        context["opens_board"] = (caller?.role ?? .read) >= .operate
        context["has"] = Dictionary(uniqueKeysWithValues: services.names.map { ($0.rawValue, true) })
        context["ko_href"] = Self.address(of: uri, in: .korean)
        context["en_href"] = Self.address(of: uri, in: .english)
        context["caller"] = caller?.id
        context["page_data"] = Self.data(of: page, by: caller, in: texts)
        context["notice"] = page.notice.map(Self.notice)
        let document = library.render(context, withTemplate: page.template) ?? ""
        var headers = HTTPFields()
        headers[.contentType] = "text/html; charset=utf-8"
        headers[.cacheControl] = "no-store"
        headers[.contentSecurityPolicy] = Self.policy
        headers[.xContentTypeOptions] = "nosniff"
        // Not less: without one a browser names no origin with a form, and no page that a form is sent from.
        headers[.referrerPolicy] = "same-origin"
        headers[.vary] = "Accept-Language, Cookie"
        if (try? request.query)?.first("lang").flatMap({ Language(rawValue: $0) }) != nil {
            headers[.setCookie] = "jangteo_lang=\(texts.language.rawValue); Path=/; Max-Age=31536000; SameSite=Lax"
        }
        return Response(status: page.status, headers: headers, body: .init(byteBuffer: ByteBuffer(string: document)))
    }

    private static func notice(_ notice: Page.Notice) -> [String: Any] {
        switch notice {
        case .ok(let text): ["ok": true, "text": text]
        case .warning(let text): ["warn": true, "text": text]
        case .bad(let text): ["bad": true, "text": text]
        }
    }

    /// This page in another language; what tells of a write that was done is not told again.
    private static func address(of uri: URI, in language: Language) -> String {
        var query = "lang=\(language.rawValue)"
        let fields = (try? FormFields(query: uri)) ?? .none
        for (name, value) in fields.all where !["lang", "outcome", "by", "notice"].contains(name) {
            query += "&\(name.percentEncoded)=\(value.percentEncoded)"
        }
        // A browser takes what begins with two slashes for another host.
        return "/\(uri.path.drop { $0 == "/" })?\(query)"
    }

    private static func data(of page: Page, by caller: Caller?, in texts: TextTable) -> String {
        let json = JSONWriter.object { writer in
            writer.member("lang", texts.language.rawValue)
            if let caller { writer.member("caller", caller.id) }
            writer.object("texts") { writer in
                for (key, text) in texts.entries.sorted(by: { $0.key < $1.key }) where key.hasPrefix("js_") {
                    writer.name(key)
                    writer.string(text)
                }
            }
            if !page.positions.isEmpty {
                writer.member("position", page.positions.map(\.description).joined(separator: ","))
            }
            for (name, json) in page.data {
                writer.name(name)
                writer.raw(json)
            }
        }
        return PageEscaping.text(json, escaping: PageEscaping.script)
    }
}
