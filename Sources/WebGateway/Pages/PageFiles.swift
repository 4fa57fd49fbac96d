internal import Cryptography
internal import NIOCore

/// The files of the pages, which are part of the program.
enum PageFiles {
    /// One file that pages load.
    struct Asset: Sendable {
        let type: String
        let bytes: ByteBuffer
        /// What tells this version of it from another.
        let tag: String

        init(_ type: String, bytes: [UInt8]) {
            (self.type, self.bytes) = (type, ByteBuffer(bytes: bytes))
            tag = "\"\(Hexadecimal.text(of: SHA256.digest(of: bytes.span).span))\""
        }
    }

    /// By the name in the address.
    static let assets: [String: Asset] = [
        "api.js": Asset("text/javascript; charset=utf-8", bytes: PackageResources.api_js),
        "board.js": Asset("text/javascript; charset=utf-8", bytes: PackageResources.board_js),
        "calc.js": Asset("text/javascript; charset=utf-8", bytes: PackageResources.calc_js),
        "events.js": Asset("text/javascript; charset=utf-8", bytes: PackageResources.events_js),
        "expo.js": Asset("text/javascript; charset=utf-8", bytes: PackageResources.expo_js),
        "favicon.svg": Asset("image/svg+xml", bytes: PackageResources.favicon_svg),
        "fruits.svg": Asset("image/svg+xml", bytes: PackageResources.fruits_svg),
        "juice-stock.js": Asset("text/javascript; charset=utf-8", bytes: PackageResources.juice_stock_js),
        "juice.js": Asset("text/javascript; charset=utf-8", bytes: PackageResources.juice_js),
        "keys.js": Asset("text/javascript; charset=utf-8", bytes: PackageResources.keys_js),
        "link.js": Asset("text/javascript; charset=utf-8", bytes: PackageResources.link_js),
        "market-form.js": Asset("text/javascript; charset=utf-8", bytes: PackageResources.market_form_js),
        "market-product.js": Asset("text/javascript; charset=utf-8", bytes: PackageResources.market_product_js),
        "market.js": Asset("text/javascript; charset=utf-8", bytes: PackageResources.market_js),
        "page.js": Asset("text/javascript; charset=utf-8", bytes: PackageResources.page_js),
        "problem.js": Asset("text/javascript; charset=utf-8", bytes: PackageResources.problem_js),
        "receipt-list.js": Asset("text/javascript; charset=utf-8", bytes: PackageResources.receipt_list_js),
        "receipts.js": Asset("text/javascript; charset=utf-8", bytes: PackageResources.receipts_js),
        "site.css": Asset("text/css; charset=utf-8", bytes: PackageResources.site_css),
        "writes.js": Asset("text/javascript; charset=utf-8", bytes: PackageResources.writes_js),
    ]

    /// By the name that other templates use.
    static let templates: [(name: String, bytes: [UInt8])] = [
        ("board", PackageResources.board_mustache),
        ("calc", PackageResources.calc_mustache),
        ("expo-entry", PackageResources.expo_entry_mustache),
        ("expo", PackageResources.expo_mustache),
        ("home", PackageResources.home_mustache),
        ("juice-orders", PackageResources.juice_orders_mustache),
        ("juice-stock", PackageResources.juice_stock_mustache),
        ("juice", PackageResources.juice_mustache),
        ("layout", PackageResources.layout_mustache),
        ("link", PackageResources.link_mustache),
        ("login", PackageResources.login_mustache),
        ("market-form", PackageResources.market_form_mustache),
        ("market-product", PackageResources.market_product_mustache),
        ("market", PackageResources.market_mustache),
        ("notice", PackageResources.notice_mustache),
        ("problem", PackageResources.problem_mustache),
        ("product-rows", PackageResources.product_rows_mustache),
        ("receipts", PackageResources.receipts_mustache),
        ("stall", PackageResources.stall_mustache),
        ("unknown", PackageResources.unknown_mustache),
    ]

    static let koreanTexts = PackageResources.ko_json
    static let englishTexts = PackageResources.en_json
}
