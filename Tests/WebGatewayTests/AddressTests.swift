import Localization
import Testing

@testable import WebGateway

/// Where the program listens, what it is called, and where its pages lead.
@Suite struct AddressTests {
    @Test(
        arguments: [
            ("127.0.0.1:7100", "http://127.0.0.1:7100", true), ("[::1]:0", "http://[::1]:0", true),
            ("::1:80", "http://[::1]:80", true),
            ("localhost:1", "http://localhost:1", true), ("0.0.0.0:1", "http://0.0.0.0:1", false),
            ("unix:/run/web.sock", "unix:/run/web.sock", true),
            ("[::ffff:127.0.0.1]:1", "http://[::ffff:127.0.0.1]:1", true),
        ]
    )
    func `an address to listen on is read, and it is known whether others reach it`(
        text: String,
        url: String,
        isLoopback: Bool
    ) throws {
        let address = try #require(ListenAddress(argument: text))
        #expect(address.url(scheme: "http", port: nil) == url && address.isLoopback == isLoopback)
    }

    @Test(arguments: [
        "", "host", "host:", "host:65536", "::1:", "a b:1", "unix:", "unix:/run/",
        "unix:" + String(repeating: "x", count: 108),
    ])
    func `what is no address to listen on is refused`(text: String) {
        #expect(ListenAddress(argument: text) == nil)
    }

    @Test(
        arguments: [
            ("http", "example.org:8080", "http://example.org:8080", true),
            ("https", "Example.org:443", "https://example.org", true),
            (nil, "example.org", "https://example.org", true), ("http", "example.org", "https://example.org", false),
            ("https", "example.org", "https://example.org.evil.org", false),
            ("https", nil, "https://example.org", false),
        ] as [(String?, String?, String, Bool)]
    )
    func `a page is of this server when its origin is what the browser asked for`(
        scheme: String?,
        host: String?,
        origin: String,
        isOwn: Bool
    ) {
        #expect(RequestOrigin(scheme: scheme, host: host).isOrigin(origin) == isOwn)
    }

    @Test(
        arguments: [
            ("127.1:80", true), ("[::1]:80", true), ("a.localhost", true), ("localhost.evil.org", false),
            ("10.0.0.1", false),
        ]
    )
    func `a name is of this machine alone when no other can have it`(host: String, isLoopback: Bool) {
        #expect(RequestOrigin(scheme: nil, host: host).isLoopback == isLoopback)
        #expect(RequestOrigin(scheme: nil, host: host).isSecure == !isLoopback)
    }

    @Test(
        arguments: [
            ("https", "shop.example", true), ("https", "shop.example:443", true), ("https", "shop.example:7100", false),
            ("http", "shop.example", false), ("https", "localhost", false), ("https", "[2001:db8::1]", true),
            ("https", "[2001:db8::1]:8443", false),
        ] as [(String, String, Bool)]
    )
    func `the HTTPS site of a host is at the usual port, and not on this machine`(
        scheme: String,
        host: String,
        isSite: Bool
    ) {
        #expect(RequestOrigin(scheme: scheme, host: host).isSecureSite == isSite)
    }

    @Test(
        arguments: [
            ("192.0.2.7", "192.0.2.7"), ("192.0.2.7:443", "192.0.2.7"),
            ("2001:db8:1:2:3:4:5:6", "20:1:d:b8:0:1:0:2::/64"),
            ("[2001:db8:1:2::9]:443", "20:1:d:b8:0:1:0:2::/64"),
            ("::ffff:192.0.2.7", "192.0.2.7"), ("unknown", "unknown"),
        ]
    )
    func `limits count a network: of IPv6 what one customer has`(address: String, network: String) {
        #expect(VisitorAddress.network(address) == network)
    }

    @Test(
        arguments: [
            ("/market?page_no=2", "/market?page_no=2"), ("//evil.org", "/"), ("/\\evil.org", "/"),
            ("https://evil.org", "/"), ("/a\tb", "/"),
        ]
    )
    func `a log-in leads on to this site only`(asked: String, path: String) {
        #expect(ReturnPath(asked).text == path)
    }

    @Test(
        arguments: [
            ("/api/products//api/products/17", "/api/products/17"), ("/v2/v2/api/products", "/v2/api/products"),
            ("/api/products/?page_no=1", "/api/products?page_no=1"), ("/v2//healthChecker", "/v2/healthChecker"),
            ("/api/juice//menu", "/api/juice//menu"), ("/api/products/1?a=//", "/api/products/1?a=//"),
        ]
    )
    func `paths as open-market clients put them together are the ones that there are`(target: String, path: String) {
        #expect(OpenMarketPath.canonical(target) == path)
    }

    @Test func `the path of a deletion holds any address in digits and letters`() throws {
        let uri = "market:deletions/1?a=ä/…"
        let token = DeletionPath.token(of: uri)
        #expect(token.allSatisfy { $0.isHexDigit })
        #expect(try DeletionPath.uri(of: token) == uri)
        for wrong in ["", "0", "zz", token + "f", token.uppercased()] {
            #expect(throws: Problem.self) { try DeletionPath.uri(of: wrong) }
        }
    }

    @Test(
        arguments: [
            ("en", "ko", "ko", Language.english), (nil, "ko", "en", .korean),
            (nil, nil, "de, en;q=0.7, ko-KR;q=0.9", .korean),
            ("xx", nil, nil, .english),
        ] as [(String?, String?, String?, Language)]
    )
    func `a page is in the language of the address, of an earlier choice, or of the browser`(
        choice: String?,
        cookie: String?,
        accepted: String?,
        language: Language
    ) {
        #expect(Language(choice: choice, cookie: cookie, accepted: accepted) == language)
    }

    @Test(
        arguments: [
            (1, 1, ""), (1, 3, "1 2 3"), (4, 7, "1 2 3 4 5 6 7"), (1, 20, "1 2 3 4 5 6 … 20"),
            (10, 20, "1 … 8 9 10 11 12 … 20"),
            (20, 20, "1 … 15 16 17 18 19 20"),
        ]
    )
    func `links lead to the first page, the last, and those around this one`(page: Int, last: Int, links: String) {
        let shown = PageLinks(search: "", isList: false).around(page, of: last).map {
            $0["number"].map { "\($0)" } ?? "…"
        }
        #expect(shown.joined(separator: " ") == links)
    }
}
