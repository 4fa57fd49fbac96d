import Testing
import WireJSON

@Suite struct LineSeparatorTests {
    @Test(
        arguments: [
            ("\u{2028}", #"\u2028"#), ("a\u{2029}b", #"a\u2029b"#), ("\u{85}\u{85}", #"\u0085\u0085"#),
            ("망고\u{2028}주스", #"망고\u2028주스"#), ("", ""), ("망고 €‧\u{202A}Â\u{84}", "망고 €‧\u{202A}Â\u{84}"),
        ]
    )
    func `what some readers take for the end of a line is an escape`(text: String, expected: String) throws {
        let json = Array("{\"\(text)\":[\"\(text)\"]}".utf8)
        let escaped = json.withoutLineSeparators
        #expect(String(decoding: escaped, as: UTF8.self) == "{\"\(expected)\":[\"\(expected)\"]}")
        let reader = JSONReader()
        let member = try #require(try reader.read(escaped).members.first { _ in true })
        #expect(member.name == text)
    }

    @Test(arguments: [[0xC2], [0xE2], [0xE2, 0x80], [0x22, 0xE2, 0x80]] as [[UInt8]])
    func `bytes that end too early stay as they are`(bytes: [UInt8]) {
        #expect(bytes.withoutLineSeparators == bytes)
    }
}
