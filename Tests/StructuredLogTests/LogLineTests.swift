import Testing

@testable import StructuredLog

@Suite struct LogLineTests {
    private func text(_ metadata: [String: String], _ format: LogFormat = .logfmt, message: String = "done") -> String {
        let line = LogLine(time: 0, level: "info", program: "p", message: message, metadata: metadata)
        return String(decoding: line.bytes(format), as: UTF8.self)
    }

    @Test func `names stand in their order, after what every line has`() {
        let head = "ts=1970-01-01T00:00:00.000Z level=info program=p msg=done"
        #expect(text(["b": "2", "a": "1"]) == "\(head) a=1 b=2\n")
        let members = #""ts":"1970-01-01T00:00:00.000Z","level":"info","program":"p","msg":"done","a":"1""#
        #expect(text(["a": "1"], .json) == "{\(members)}\n")
    }

    @Test(arguments: [
        ("", #""""#), ("a b", #""a b""#), ("a=b", #""a=b""#), ("a\"b", #""a\"b""#), ("망고", "망고"),
        ("a\nlevel=error", #""a\nlevel=error""#), ("\u{1B}[2J", #""\u001b[2J""#), ("a\u{202E}b", "\"a\u{FFFD}b\""),
        ("a\u{85}b\u{7F}", "\"a\u{FFFD}b\u{FFFD}\""), ("a\\", #""a\\""#),
    ])
    func `a value is one word or stands in quotes`(value: String, written: String) {
        #expect(text(["x": value]).hasSuffix(" x=\(written)\n"))
        #expect(text([:], message: value).hasSuffix(" msg=\(written)\n"))
    }

    @Test func `a name that could be taken for more is none`() {
        #expect(text(["a b=c": "1"]).hasSuffix(" a_b_c=1\n"))
    }
}
