import Messages
import Testing

@testable import WebGateway

/// What callers write into headers, addresses and bodies.
@Suite struct FieldTests {
    @Test(
        arguments: [
            (#""abc""#, "abc"), (#" "abc"  "#, "abc"), (#""a\"b\\c""#, #"a"b\c"#), (#""""#, ""),
            (#""abc";p"#, "abc"), (#""abc"; q=1.5;r=?0;s=:aGk=:;t="x";u=token"#, "abc"),
            ("abc", nil), (#""abc"#, nil), (#""a\b""#, nil), (#""abc" x"#, nil), (#""abc";Q=1"#, nil),
            ("\"a\u{7F}\"", nil),
        ] as [(String, String?)]
    )
    func `a string of a structured field is read as RFC 9651 has it`(field: String, value: String?) {
        #expect(StructuredString(reading: field.utf8)?.value == value)
    }

    @Test(arguments: [("abc", "abc", "abc"), (#""abc""#, "abc", #""abc""#), (#""a\"b""#, #"a"b"#, #""a\"b""#)])
    func `an idempotency key is the same with quotes and without, and is told as it was sent`(
        field: String,
        key: String,
        text: String
    ) throws {
        let read = try IdempotencyKeyField(field)
        #expect(read.key == key && read.text == text)
    }

    @Test(arguments: ["a b", "ä", #""abc"#, "a\u{1}"])
    func `a malformed idempotency key is refused`(field: String) {
        #expect(throws: Problem.self) { try IdempotencyKeyField(field) }
    }

    @Test func `nobody without a token can name the key of a holder`() throws {
        #expect(try CallerKey("k", of: "").text == "k")
        #expect(try CallerKey("k", of: "ann").text == "k\tann")
        for key in ["k\tann", "", String(repeating: "k", count: RequestMeta.maxIdempotencyKeyLength + 1)] {
            #expect(throws: RPCError.self) { try CallerKey(key, of: "") }
        }
    }

    @Test(
        arguments: [
            (nil, nil, nil), ("*", nil, nil), ("\"7\"", nil, 7), ("7", nil, 7), ("\"epoch/12\"", "epoch", 12),
        ] as [(String?, String?, Int?)]
    )
    func `If-Match names a version of the stock, and perhaps its epoch`(
        field: String?,
        epoch: String?,
        version: Int?
    ) throws {
        let tag = try StockTag.version(field)
        #expect(tag?.epoch == epoch && tag?.version == version)
    }

    @Test(arguments: ["\"x\"", "\"0\"", "\"07\"", "\"a/b/1\"", "\"\""])
    func `an If-Match that is no version of the stock is refused`(field: String) {
        #expect(throws: Problem.self) { try StockTag.version(field) }
    }

    @Test(
        arguments: [
            ("19.989999999999998", "19.99"), ("0.30000000000000004", "0.30000000000000004"), ("1200", "1200"),
            ("1.5", "1.5"),
            ("12345678901234567", "12345678901234567"), ("-2.2999999999999998", "-2.3"),
        ]
    )
    func `a number is the shortest decimal that reads as the same double`(written: String, meant: String) {
        #expect(ShortestDecimal.text(written) == meant)
    }

    @Test(arguments: ["juice=abc/0", "market=01J-x/42"])
    func `a position of a stream is written as it was read`(text: String) {
        #expect(StreamPosition(text)?.description == text)
    }

    @Test(arguments: ["juice", "juice=abc", "juice=abc/-1", "Tea=abc/1", "juice=a\"b/1", "juice=/1", "juice=a/1=2"])
    func `what is no position of a stream is not read`(text: String) {
        #expect(StreamPosition(text) == nil)
    }

    @Test func `a form of several parts is read with the blanks that clients put into it`() throws {
        let body =
            "before\r\n--b \r\nContent-Disposition: form-data; name=\"one\"\r\n\r\n1\r\n--b\r\n"
            + "content-disposition: form-data; name=two; filename=\"a\"b.png\"\r\nX: y\r\n\r\n\r\n--b--\r\nbehind"
        let form = try MultipartForm(Array(body.utf8), boundary: "b")
        #expect(form.parts.map(\.name) == ["one", "two"])
        #expect(form.parts.map { String(decoding: $0.content, as: UTF8.self) } == ["1", ""])
    }

    @Test(arguments: [
        "", "--c--", "--b\r\n\r\nx\r\n--b--", "--b\r\nContent-Disposition: form-data; name=x\r\n\r\n1", "--b x",
    ])
    func `a form that is cut short or malformed is refused whole`(body: String) {
        #expect(throws: MultipartForm.Malformed.self) { try MultipartForm(Array(body.utf8), boundary: "b") }
    }

    @Test func `a date is written as RFC 9110 has it`() {
        #expect(HTTPDate.text(of: 784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
    }
}
