internal import HTTPTypes
internal import Hummingbird
internal import Localization
internal import Messages
internal import NIOCore
internal import WireJSON

/// The pages, and the files that they load.
struct PageRoutes: Sendable {
    let services: Services
    let renderer: PageRenderer
    let history: LoadHistory

    func add(to router: Router<WebContext>) {
        show("/", on: router, make: HomePage(services: services).show)
        if services.has(.juice) { addJuice(to: router) }
        if services.has(.calc) {
            let calc = CalcPage(services: services)
            show("/calc", on: router, make: calc.show)
            submit("/calc", on: router, make: calc.press)
        }
        if services.has(.expo) {
            let expo = ExpoPages(services: services)
            show("/expo", on: router, make: expo.list)
            show("/expo/{number}", on: router, make: expo.entry)
        }
        if services.has(.market) { addMarket(to: router) }
        show("/receipts", on: router) { _ in .page(Page("receipts", of: "home")) }
        let board = BoardPage(services: services, history: history)
        show("/board", on: router, make: board.show)
        show(RouterPath(LoginPage.path), on: router) { .page(LoginPage(next: ReturnPath(of: $0.request)).page) }
        router.get("/api/board") { _, context in
            try context.role.require(.operate, for: "board")
            return JSONResponse.make(.ok, body: await board.document().json)
        }
        router.get("/assets/{name}") { request, context in try asset(request, in: context) }
    }

    private func addJuice(to router: Router<WebContext>) {
        let (juice, stock) = (JuicePage(services: services), StockPage(services: services))
        show("/juice", on: router, make: juice.show)
        submit("/juice", on: router, make: juice.order)
        show("/juice/orders", on: router, make: juice.orders)
        show("/juice/stock", on: router, make: stock.show)
        submit("/juice/stock", on: router, make: stock.change)
    }

    private func addMarket(to router: Router<WebContext>) {
        let (market, forms) = (MarketPages(services: services), MarketFormPages(services: services))
        show("/market", on: router, make: market.list)
        show("/market/new", on: router, make: forms.new)
        upload("/market/new", on: router, make: forms.register)
        show("/market/{id}/edit", on: router, make: forms.edit)
        submit("/market/{id}/edit", on: router, make: forms.change)
        upload("/market/{id}/pictures", on: router, make: forms.replacePictures)
        submit("/market/{id}/delete", on: router, make: forms.delete)
        show("/market/{id}", on: router, make: market.product)
        submit("/market/{id}/purchases", on: router, make: market.purchase)
    }

    /// What makes a page, or says where to go instead.
    typealias Maker = @Sendable (PageRequest) async throws -> PageAnswer

    private func show(_ path: RouterPath, on router: Router<WebContext>, make: @escaping Maker) {
        router.get(path) { request, context in
            try await answer(request, in: context, form: .none, make: make)
        }
    }

    private func submit(_ path: RouterPath, on router: Router<WebContext>, make: @escaping Maker) {
        router.post(path) { request, context in
            try await answer(request, in: context, form: FormFields(of: request), make: make)
        }
    }

    /// A form with files, which its maker reads: nobody has megabytes read who may not send them.
    private func upload(_ path: RouterPath, on router: Router<WebContext>, make: @escaping Maker) {
        router.post(path) { request, context in
            try await answer(request, in: context, form: .none, make: make)
        }
    }

    private func answer(
        _ request: Request,
        in context: WebContext,
        form: FormFields,
        make: Maker
    ) async throws -> Response {
        let texts = renderer.texts(for: request)
        let query = try request.query
        try context.caller.require(form.first(PageRequest.callerField))
        let asked = PageRequest(request: request, context: context, query: query, form: form, texts: texts)
        switch try await make(asked) {
        case .page(let page): return renderer.response(page, to: request, by: context.caller, in: texts)
        case .redirect(let place): return Response.redirect(to: place)
        }
    }

    private func asset(_ request: Request, in context: WebContext) throws(Problem) -> Response {
        guard let name = context.parameters.get("name"), let file = PageFiles.assets[name] else {
            throw Problem(.notFound, "there is no file of that name")
        }
        let headers: HTTPFields = [
            .contentType: file.type, .cacheControl: "no-cache", .eTag: file.tag, .xContentTypeOptions: "nosniff",
        ]
        if request.headers.has(tag: file.tag) { return Response(status: .notModified, headers: headers) }
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: file.bytes))
    }
}

/// What a page is made of.
struct PageRequest: Sendable {
    /// The field of a form that says as whom its page was loaded, see ``Caller/id``.
    static let callerField = "caller"

    let request: Request
    let context: WebContext
    let query: FormFields
    let form: FormFields
    let texts: TextTable

    /// A part of the path.
    func parameter(_ name: String) -> String? { context.parameters.get(name) }

    /// Shows on a page what became of the write of a form whose key the address has.
    ///
    /// - Parameters:
    ///   - path: The page's address.
    ///   - title: The key of its title among the texts.
    ///   - show: Shows the result.
    func showOutcome<Value>(
        on page: inout Page,
        at path: String,
        called title: String,
        of service: ServiceName,
        in services: Services,
        decode: (JSONNode) -> Value?,
        show: (Value, inout Page) -> Void
    ) async throws(Problem) {
        guard let key = query.first("outcome") else { return }
        if let sender = query.first("by"), sender != context.caller.id {
            // Sent as another caller, before a log-in or a log-out: nothing is known of it now.
            page.notice = .warning(texts["outcome_of_other"])
        } else if let value = try await services.outcome(of: key, by: context.caller, at: service, decode: decode) {
            show(value, &page)
        } else {
            page.context["unknown"] =
                UnknownOutcome(of: key, by: context.caller, at: path, called: texts[title]).context
        }
    }

    /// Where a page shows what became of a write of this caller.
    func outcome(of key: String?, at path: String) -> PageAnswer {
        .redirect(to: "\(path)?outcome=\((key ?? "").percentEncoded)&by=\(context.caller.id)")
    }
}

/// What a request for a page comes to.
enum PageAnswer {
    case page(Page)
    /// After a form was done, so that loading the page again does not repeat it.
    case redirect(to: String)
}

extension Response {
    /// Sends a browser elsewhere, by GET.
    static func redirect(to place: String) -> Response {
        Response(status: .seeOther, headers: [.location: place])
    }
}
