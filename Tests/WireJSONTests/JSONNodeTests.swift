import Testing
import WireJSON

@Suite struct JSONNodeTests {
    private func read(_ text: String) throws -> JSONNode {
        try JSONReader().read(text)
    }

    @Test(arguments: [
        ("{}", JSONNode.Kind.object), ("[]", .array), ("\"\"", .string), ("-0", .integer), ("1.0", .number),
        ("1e3", .number), ("1E-3", .number), ("true", .boolean), (" false ", .boolean), ("\tnull\r\n", .null),
    ])
    func `tells the kind of a value, also at the root`(text: String, kind: JSONNode.Kind) throws {
        #expect(try read(text).kind == kind)
    }

    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("7", 7), ("-12", -12),
            ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min),
            ("9223372036854775808", nil), ("-9223372036854775809", nil), ("99999999999999999999", nil),
            ("1.0", nil), ("1e2", nil), ("\"1\"", nil), ("null", nil), ("[1]", nil),
        ] as [(String, Int?)]
    )
    func `gives an integer that fits, and none otherwise`(text: String, integer: Int?) throws {
        #expect(try read(text).integer == integer)
    }

    @Test(arguments: [
        "1000000000000000000000000000000", "-0", "-0.0", "1.10", "1E400", "0.1e-999999",
        "3.14159265358979323846264338327950288419716939937510582097494459230781640628620899",
    ])
    func `keeps the exact text of a number`(number: String) throws {
        #expect(try read(number).numberText == number)
        #expect(try read("[ \(number) ]")[0]?.numberText == number)
        #expect(try written(read("{\"n\" : \(number) }")) == "{\"n\":\(number)}")
        #expect(try canonical(read("[\(number)\n]")) == "[\(number)]")
    }

    @Test(arguments: [
        (#""""#, ""), (#""a""#, "a"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"),
        (#""\u0000""#, "\0"), (#""\u00e9\u00E9é""#, "ééé"), (#""\uAC00가""#, "가가"), (#""\uD83D\uDE00😀""#, "😀😀"),
        (#""\uFFFF\uDBFF\uDFFF""#, "\u{FFFF}\u{10FFFF}"), (#""\\u0041""#, "\\u0041"),
        (#""12345678\"12345678""#, "12345678\"12345678"),
        (#""\u007F\u0080\u07FF\u0800""#, "\u{7F}\u{80}\u{7FF}\u{800}"),
    ])
    func `decodes a string`(text: String, string: String) throws {
        let node = try read(text)
        #expect(node.string.map { Array($0.utf8) } == Array(string.utf8))
        #expect(try read("{\(text):1}").members.map(\.name) == [string])
        #expect(try read("{\(text):1}")[string]?.integer == 1)
    }

    @Test func `answers nothing where the kind is another`() throws {
        for text in ["{}", "[]", "\"x\"", "1", "1.5", "true", "null"] {
            let node = try read(text)
            #expect((node.string != nil) == (node.kind == .string))
            #expect((node.integer != nil) == (node.kind == .integer))
            #expect((node.numberText != nil) == (node.kind == .integer || node.kind == .number))
            #expect((node.boolean != nil) == (node.kind == .boolean))
            #expect(node.isNull == (node.kind == .null))
            #expect(node.count == 0)
            #expect(node["x"] == nil)
            #expect(node[0] == nil)
            #expect(Array(node.members).isEmpty)
            #expect(Array(node.elements).isEmpty)
        }
        #expect(try read("true").boolean == true)
        #expect(try read("false").boolean == false)
    }

    @Test func `finds members by name and elements by position`() throws {
        let node = try read(#"{"a":{"b":[10,[],{"c":null},"x"]},"ab":2,"\u0064":3,"":4}"#)
        #expect(node.count == 4)
        #expect(node["ab"]?.integer == 2)
        #expect(node["d"]?.integer == 3)
        #expect(node[""]?.integer == 4)
        #expect(node["abc"] == nil)
        #expect(node["\\u0064"] == nil)
        #expect(node[0] == nil)
        let list = try #require(node["a"]?["b"])
        #expect(list.count == 4)
        #expect(list[0]?.integer == 10)
        #expect(list[2]?["c"]?.isNull == true)
        #expect(list[3]?.string == "x")
        #expect(list[4] == nil)
        #expect(list[-1] == nil)
        #expect(list["b"] == nil)
    }

    @Test func `goes through members and elements in the order of the text`() throws {
        let node = try read(#"{"z":[1,{"deep":[2]},3],"\u0061":{"y":0},"m":"s"}"#)
        #expect(node.members.map(\.name) == ["z", "a", "m"])
        #expect(node.members.map { written($0.value) } == [#"[1,{"deep":[2]},3]"#, #"{"y":0}"#, #""s""#])
        #expect(node["z"]?.elements.map { written($0) } == ["1", #"{"deep":[2]}"#, "3"])
    }

    @Test func `compares a string without decoding it first`() throws {
        let node = try read(#"["juice.order","juice\u002eorder","juice.orders","juice",5]"#)
        #expect(node.elements.map { $0.isString("juice.order") } == [true, true, false, false, false])
        #expect(node.elements.map { $0.isString("") } == [false, false, false, false, false])
        #expect(try read("\"\"").isString(""))
    }

    @Test func `writes a value as received, without white space`() throws {
        let node = try read(" { \"b\" : [ 1.0 , \"\\u0041\\/\" , { } , [ ] ] ,\n\"\\u0061\" : null } ")
        #expect(written(node) == #"{"b":[1.0,"\u0041\/",{},[]],"\u0061":null}"#)
    }

    @Test(arguments: [" ", "\n\t", "\r\n   "])
    func `writes without the gap that stands between any two tokens`(gap: String) throws {
        let tokens = #"{ "b" : [ 1 , [ ] , { } , "x y" , [ -2.5e1 ] ] , "" : { "c" : true , "d e" : "" } }"#
            .split(separator: " ")
        // Texts with a blank in them come apart: a token is not one.
        let whole = tokens.joined(separator: " ").replacing("x y", with: "x\u{1}y").replacing("d e", with: "d\u{1}e")
            .split(separator: " ").map { $0.replacing("\u{1}", with: " ") }
        let compact = whole.joined()
        for place in 0...whole.count {
            let node = try read(whole[..<place].joined() + gap + whole[place...].joined())
            #expect(written(node) == compact)
            #expect(String(decoding: node.jsonBytes, as: UTF8.self) == compact)
            var bytes = Array("before".utf8)
            node.append(to: &bytes)
            #expect(String(decoding: bytes, as: UTF8.self) == "before\(compact)")
            #expect(node["b"].map { written($0) } == #"[1,[],{},"x y",[-2.5e1]]"#)
            #expect(node[""].map { written($0) } == #"{"c":true,"d e":""}"#)
        }
        #expect(try read(compact).jsonBytes == Array(compact.utf8))
    }

    @Test func `lends the text of a string, its escapes resolved`() throws {
        let node = try read(#"["a é","\u0061\n","",5]"#)
        let texts = node.elements.map { element in
            var text: String?
            #expect(element.withUTF8 { text = String(copying: $0) } == (text != nil))
            return text
        }
        #expect(texts == ["a é", "a\n", "", nil])
    }

    @Test func `writes one canonical form for all spellings of a value`() throws {
        let spellings = [
            #"{"b":[1.0,"A/é\n"],"a":{"y":true,"x":"\u001f"},"ab":1,"":0}"#,
            #" {"\u0061":{"x":"\u001F","\u0079":true},"":0, "ab":1,"b":[1.0,"\u0041\/\u00e9\u000A"]}"#,
        ]
        for spelling in spellings {
            #expect(
                try canonical(read(spelling)) == #"{"":0,"a":{"x":"\u001f","y":true},"ab":1,"b":[1.0,"A/é\n"]}"#
            )
        }
        #expect(try canonical(read("1")) != canonical(read("1.0")))
    }

    @Test func `sorts canonical members by UTF-8, not by UTF-16 or alphabet`() throws {
        let node = try read(#"{"\uD83D\uDE00":1,"\uFFEE":2,"é":3,"z":4,"Z":5,"가":6}"#)
        #expect(canonical(node) == "{\"Z\":5,\"z\":4,\"é\":3,\"가\":6,\"\u{FFEE}\":2,\"😀\":1}")
    }
}
