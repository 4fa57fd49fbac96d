import Platform
import Testing
import WireJSON

@Suite struct JSONWriterTests {
    private struct Level: JSONWritable {
        let fruit: String
        let quantity: Int

        func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("fruit", fruit)
            writer.member("quantity", quantity)
            writer.endObject()
        }
    }

    @Test func `sets commas and colons by itself`() {
        let result = text { writer in
            writer.beginObject()
            writer.member("integer", -5)
            writer.member("string", "s")
            writer.member("boolean", true)
            writer.member("level", Level(fruit: "mango", quantity: 4))
            writer.member("raw", raw: Array("[1]".utf8))
            writer.member("slice", raw: Array("[1,22,3]".utf8)[3..<5])
            writer.name("empty")
            writer.beginObject()
            writer.endObject()
            writer.name("list")
            writer.beginArray()
            writer.null()
            writer.boolean(false)
            writer.beginArray()
            writer.endArray()
            writer.number("1e400")
            writer.string("x" as StaticString)
            writer.raw(Array("{}".utf8).span)
            writer.endArray()
            writer.endObject()
        }
        let members = [
            #""integer":-5"#, #""string":"s""#, #""boolean":true"#, #""level":{"fruit":"mango","quantity":4}"#,
            #""raw":[1]"#, #""slice":22"#, #""empty":{}"#, #""list":[null,false,[],1e400,"x",{}]"#,
        ]
        #expect(result == "{" + members.joined(separator: ",") + "}")
    }

    @Test(arguments: [0, 7, -7, 10, 99, 100, 1_000_000_007, Int.max, Int.min])
    func `writes an integer in decimal`(value: Int) {
        #expect(text { $0.integer(value) } == String(value))
    }

    @Test(arguments: [
        ("", #""""#), ("plain", #""plain""#), ("\"\\/", #""\"\\/""#), ("\u{8}\u{c}\n\r\t", #""\b\f\n\r\t""#),
        ("\0\u{1}\u{1f}", #""\u0000\u0001\u001f""#), ("망고 😀\u{7f}\u{2028}", "\"망고 😀\u{7f}\u{2028}\""),
        (
            "long enough to leave small strings, then \"quoted\"",
            #""long enough to leave small strings, then \"quoted\"""#
        ),
    ])
    func `escapes what must be escaped and nothing else`(value: String, expected: String) {
        #expect(text { $0.string(value) } == expected)
        #expect(
            text {
                $0.beginObject()
                $0.name(value)
                $0.null()
                $0.endObject()
            } == "{\(expected):null}"
        )
    }

    @Test func `escapes constant names and strings too`() {
        #expect(
            text {
                $0.beginObject()
                $0.member("a\"b", "c\n")
                $0.endObject()
            } == #"{"a\"b":"c\n"}"#
        )
        #expect(text { $0.string("\t" as StaticString) } == #""\t""#)
    }

    /// Texts are looked at and copied in words: each length, and an escape at each place of it.
    @Test(arguments: 0...40)
    func `escapes at every place of a text of every length`(count: Int) {
        let plain = [UInt8]((0..<count).map { UInt8(ascii: "a") + UInt8($0 % 26) })
        var texts = [(plain, plain)]
        for place in 0..<count {
            for (byte, escape) in [(UInt8(ascii: "\""), "\\\""), (0x5C, "\\\\"), (0, "\\u0000"), (0x1F, "\\u001f")] {
                var text = plain
                text[place] = byte
                texts.append((text, plain[..<place] + Array(escape.utf8) + plain[(place + 1)...]))
            }
            for byte in [0x20, 0x21, 0x23, 0x5B, 0x5D, 0x7F] as [UInt8] {
                var text = plain
                text[place] = byte
                texts.append((text, text))
            }
        }
        for (bytes, expected) in texts {
            let string = String(decoding: bytes, as: UTF8.self)
            let inside = String(decoding: expected, as: UTF8.self)
            #expect(
                text {
                    $0.beginObject()
                    $0.name(string)
                    $0.string(string)
                    $0.name("n")
                    $0.string(string, separator: "/", number: 7)
                    $0.endObject()
                } == "{\"\(inside)\":\"\(inside)\",\"n\":\"\(inside)/7\"}"
            )
        }
    }

    @Test func `escapes in a text of many scripts as byte for byte`() {
        var generator = SeededGenerator(seed: 21)
        let pieces = ["망고", "é", "\"", "\\", "\n", "\u{7F}", "plain", "😀", "\u{1}", " "]
        for _ in 0..<2_000 {
            let value = (0..<Int.random(in: 0..<12, using: &generator))
                .map { _ in pieces[Int.random(in: 0..<pieces.count, using: &generator)] }.joined()
            let expected = value.unicodeScalars.map { scalar in
                switch scalar {
                case "\"", "\\": "\\\(scalar)"
                case "\n": "\\n"
                case "\u{1}": "\\u0001"
                default: String(scalar)
                }
            }
            #expect(text { $0.string(value) } == "\"\(expected.joined())\"")
        }
    }

    @Test func `writes strings in parts`() {
        var writer = JSONWriter()
        writer.beginArray()
        writer.string("e-1", separator: "/", number: 42)
        writer.string("\"\n", separator: "/", number: -7)
        writer.string("", separator: ".", number: 0)
        writer.plainString(count: 3) { text in for index in text.indices { text[index] = UInt8(ascii: "x") } }
        writer.plainString(count: 0) { _ in }
        writer.endArray()
        #expect(String(decoding: writer.bytes, as: UTF8.self) == #"["e-1/42","\"\n/-7",".0","xxx",""]"#)
    }

    @Test func `begins afresh after removing all`() {
        var writer = JSONWriter(capacity: 16)
        for _ in 0..<3 {
            writer.removeAll()
            writer.integer(1)
            #expect(writer.bytes == Array("1".utf8))
        }
    }

    @Test func `writes one text behind another without a comma`() {
        var writer = JSONWriter()
        for quantity in 1...2 {
            writer.value(Level(fruit: "mango", quantity: quantity))
            writer.endText()
        }
        writer.raw(Array("[3]".utf8))
        let first = #"{"fruit":"mango","quantity":1}"#
        let second = #"{"fruit":"mango","quantity":2}"#
        #expect(String(decoding: writer.bytes, as: UTF8.self) == first + second + "[3]")
    }

    @Test func `holding the bytes of a text does not change them`() {
        var writer = JSONWriter()
        writer.string("first")
        let first = writer.bytes
        writer.removeAll()
        writer.string("other")
        #expect(first == Array(#""first""#.utf8))
        #expect(writer.bytes == Array(#""other""#.utf8))
    }
}
