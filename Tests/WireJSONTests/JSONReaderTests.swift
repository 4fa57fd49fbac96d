import Platform
import Testing
import WireJSON

@Suite struct JSONReaderTests {
    @Test(arguments: [
        ("", JSONError.Code.syntax, 0),
        (" \n\t", .syntax, 3),
        ("nul", .syntax, 0),
        ("[1 2]", .syntax, 3),
        ("[1,]", .syntax, 3),
        ("[,1]", .syntax, 1),
        ("[\"a\":1]", .syntax, 4),
        ("{\"a\" 1}", .syntax, 5),
        ("{\"a\":1,}", .syntax, 7),
        ("{1:2}", .syntax, 1),
        ("[1]]", .syntax, 3),
        ("[1][2]", .syntax, 3),
        ("1 2", .syntax, 2),
        ("\"a\" \"b\"", .syntax, 4),
        ("\"a\"b", .syntax, 3),
        ("[1", .syntax, 2),
        ("[01]", .syntax, 1),
        ("[1.]", .syntax, 3),
        ("[-]", .syntax, 2),
        ("[1e+]", .syntax, 4),
        ("[1x]", .syntax, 2),
        ("[truex]", .syntax, 1),
        ("[\"\\x\"]", .syntax, 2),
        ("[\"\\u12g4\"]", .syntax, 2),
        ("[\"a\u{1}\"]", .syntax, 3),
        ("[\"abc", .syntax, 5),
        ("[\"a\n\"]", .syntax, 3),
        ("[1\u{0}]", .syntax, 2),
        ("\u{FEFF}{}", .syntax, 0),
    ])
    func `says what is wrong with a text and where`(text: String, code: JSONError.Code, offset: Int) throws {
        let error = try #require(refusal(of: text))
        #expect(error.code == code)
        #expect(error.offset == offset)
        #expect(!error.message.isEmpty)
    }

    @Test(
        arguments: [
            ([0x22, 0xFF, 0x22], 1),
            ([0x22, 0x61, 0xC0, 0x80, 0x22], 2),
            ([0x22, 0xE0, 0x80, 0x80, 0x22], 1),
            ([0x22, 0xED, 0xA0, 0x80, 0x22], 1),
            ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 1),
            ([0x22, 0xF0, 0x9F, 0x98, 0x22], 1),
            ([0x5B, 0x22, 0xC3, 0xA9, 0x22, 0x2C, 0x22, 0xE2, 0x82], 7),
        ] as [([UInt8], Int)]
    )
    func `refuses what is not UTF-8 at its first wrong byte`(bytes: [UInt8], offset: Int) throws {
        let error = try #require(refusal(of: bytes))
        #expect(error.code == .invalidUTF8)
        #expect(error.offset == offset)
    }

    @Test(arguments: [
        #"["\uD800"]"#, #"["\uDBFFx"]"#, #"["\uDC00"]"#, #"["\uDFFF\uD800"]"#, #"["\uD800\uD800"]"#,
        #"["\uD834\n"]"#, #"["\uD834\u0041"]"#, #"["\ud834\"]"]"#, #"{"\uDEAD":1}"#,
    ])
    func `refuses a lone surrogate`(text: String) throws {
        #expect(try #require(refusal(of: text)).code == .loneSurrogate)
    }

    @Test(arguments: [
        #"{"a":1,"a":2}"#, #"{"a":1,"\u0061":2}"#, #"{"\u0061":1,"a":2}"#, #"{"":1,"":2}"#,
        #"{"\uD83D\uDE00":1,"😀":2}"#, #"[{"x":{"k/":1,"b":2,"k\/":3}}]"#,
        #"{"1":0,"2":0,"3":0,"4":0,"5":0,"6":0,"7":0,"8":0,"9":0,"10":0,"\u0034":0}"#,
        "{" + (1...40).map { #""\#($0)":0,"# }.joined() + #""\u0034":0}"#,
    ])
    func `refuses two members of one decoded name`(text: String) throws {
        #expect(try #require(refusal(of: text)).code == .duplicateMember)
    }

    @Test(arguments: [#""12345""#, #"{"12345":1}"#, #"[0,"\u0031"]"#, #"["a\n\n"]"#])
    func `refuses a string over the limit, a name too, by its bytes as they stand`(text: String) throws {
        let reader = JSONReader(limits: JSONLimits(string: 4))
        let error = try #require(refusal(of: text, by: reader))
        #expect(error.code == .stringTooLong)
        #expect(Array(text.utf8)[error.offset] == UInt8(ascii: "\""))
        #expect(refusal(of: #"{"1234":"한"}"#, by: reader) == nil)
    }

    @Test func `points at the second of two members of one name`() {
        #expect(refusal(of: #"{"a":1,"b":2,"a":3}"#)?.offset == 13)
        let many = (0..<20).map { "\"\($0)\":0," }.joined()
        #expect(refusal(of: "{\(many)\"3\":0}")?.offset == 1 + many.utf8.count)
    }

    @Test(arguments: 0..<300 as Range<UInt64>)
    func `accepts many names that are much alike, and points at one that is there twice`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let count = Int.random(in: 2...40, using: &generator)
        var names: [String] = []
        while names.count < count {
            let name = "\(["", "a", "name", "names"][Int.random(in: 0...3, using: &generator)])\(names.count % 25)"
            if !names.contains(name) { names.append(name) }
        }
        names.shuffle(using: &generator)
        func object(_ names: ArraySlice<String>) -> String {
            "{" + names.map { #""\#($0)":{"a0":0}"# }.joined(separator: ",") + "}"
        }
        #expect(refusal(of: object(names[...])) == nil)
        let first = Int.random(in: 0..<count, using: &generator)
        let second = Int.random(in: (first + 1)...count, using: &generator)
        let name = names[first]
        // One of both, or neither, with an escape for its last digit.
        let escaped = String(name.dropLast()) + #"\u003"# + String(name.suffix(1))
        if Bool.random(using: &generator) { names[first] = escaped }
        names.insert(Bool.random(using: &generator) ? escaped : name, at: second)
        let error = try #require(refusal(of: object(names[...])))
        #expect(error.code == .duplicateMember && error.offset == object(names[..<second]).utf8.count)
    }

    @Test func `accepts names that differ only in case, in length or in normal form`() {
        #expect(refusal(of: "{\"a\":1,\"A\":2,\"aa\":3,\"\":4,\"\\u0000\":5}") == nil)
        #expect(refusal(of: "{\"\u{E9}\":1,\"e\u{301}\":2}") == nil)
    }

    @Test func `accepts depth 64 and refuses 65`() {
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            let nested = { (depth: Int) in
                String(repeating: open, count: depth - 1) + "[]" + String(repeating: close, count: depth - 1)
            }
            #expect(refusal(of: nested(64)) == nil)
            #expect(refusal(of: nested(65))?.code == .tooDeep)
            #expect(refusal(of: nested(10_000))?.code == .tooDeep)
        }
        #expect(refusal(of: "[[]]", by: JSONReader(limits: JSONLimits(depth: 1)))?.offset == 1)
        #expect(refusal(of: "[]", by: JSONReader(limits: JSONLimits(depth: 0)))?.code == .tooDeep)
        #expect(refusal(of: "1", by: JSONReader(limits: JSONLimits(depth: 0))) == nil)
    }

    @Test func `holds the greatest depth there is on its stack, reading and writing`() throws {
        let reader = JSONReader(limits: JSONLimits(depth: .max))
        let nested = { (depth: Int) in String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
        let node = try reader.read(nested(512))
        #expect(written(node) == nested(512))
        #expect(canonical(node) == nested(512))
        #expect(refusal(of: nested(513), by: reader)?.code == .tooDeep)
    }

    @Test func `accepts 256 members and refuses 257`() {
        let object = { (count: Int) in "{" + (0..<count).map { "\"m\($0)\":\($0)" }.joined(separator: ",") + "}" }
        #expect(refusal(of: object(256)) == nil)
        #expect(refusal(of: object(257))?.code == .tooManyMembers)
        #expect(refusal(of: "[\(object(256)),\(object(256))]") == nil)
        #expect(refusal(of: "{}", by: JSONReader(limits: JSONLimits(members: -1))) == nil)
    }

    @Test func `accepts a text of the greatest length and refuses one byte more`() {
        let text = { (length: Int) in "\"" + String(repeating: "a", count: length - 2) + "\"" }
        #expect(refusal(of: text(262_144)) == nil)
        #expect(refusal(of: text(262_145))?.code == .tooLarge)
        #expect(refusal(of: "[]", by: JSONReader(limits: JSONLimits(bytes: 1)))?.code == .tooLarge)
    }

    @Test func `reads the same text from bytes, a span and a string`() throws {
        let text = #" {"name":"망고"} "#
        let bytes = Array(text.utf8)
        let reader = JSONReader()
        #expect(written(try reader.read(bytes)) == #"{"name":"망고"}"#)
        #expect(written(try reader.read(bytes.span)) == #"{"name":"망고"}"#)
        #expect(written(try reader.read(text)) == #"{"name":"망고"}"#)
    }

    @Test func `a held node keeps its own text while the reader goes on`() throws {
        let reader = JSONReader()
        let first = try #require(try reader.read(#"{"a":["first",1]}"#)["a"])
        for number in 0..<100 {
            _ = try reader.read("{\"b\":[\"other\",\(number)],\"c\":\"longer than the first text was\"}")
            _ = refusal(of: "[", by: reader)
        }
        #expect(first[0]?.string == "first")
        #expect(written(first) == #"["first",1]"#)
    }

    @Test(arguments: [1, 2, 16], 0..<20 as Range<UInt64>)
    func `texts that are held keep their text, however many, and whatever is given back`(
        texts: Int,
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        let reader = JSONReader(holding: texts)
        var held: [(text: String, node: JSONNode)] = []
        for number in 0..<300 {
            let text = "[" + String(repeating: "\(number),", count: .random(in: 0..<200, using: &random)) + "0]"
            held.append((text, try reader.read(text)))
            switch Int.random(in: 0..<8, using: &random) {
            case 0: held.removeAll()
            case 1: reader.trim(to: 1_000)
            case 2, 3: held.remove(at: .random(in: held.indices, using: &random))
            default: break
            }
            for (text, node) in held { #expect(written(node) == text) }
        }
    }

    @Test func `a node outlives its reader`() throws {
        let node = try JSONReader().read(#"["kept","\u0061lso kept"]"#)
        #expect(node.elements.map(\.string) == ["kept", "also kept"])
    }
}
