import Platform
import Testing
import WireJSON

@Suite struct JSONMembersTests {
    private static let names = ["a", "bb", "b", "", "long name", "é", "c\"c", "none"]
    private static let wanted = JSONNames("a", "bb", "b", "", "long name", "é", "c\"c", "none")

    private func text(_ name: String, escaped: Bool) -> String {
        if !escaped {
            var writer = JSONWriter()
            writer.string(name)
            return String(decoding: writer.bytes, as: UTF8.self)
        }
        let units = name.utf16.map { #"\u"# + String(UInt32($0) + 0x10000, radix: 16).dropFirst() }
        return "\"\(units.joined())\""
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `members found together are those found one by one`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var names = Self.names.dropLast() + ["other", "x", "zz", "aa"]
        if Bool.random(using: &generator) { names.shuffle(using: &generator) }
        names.removeLast(Int.random(in: 0...names.count, using: &generator))
        let isSpaced = Bool.random(using: &generator)
        let values = ["\"text\"", "\"\"", #""esc\u0061ped""#, "7", "null", #"{"a":[1,{"b":2}]}"#, "[]", "true"]
        let members = names.map { name in
            let value = values.randomElement(using: &generator) ?? "0"
            return text(name, escaped: Int.random(in: 0..<4, using: &generator) == 0) + (isSpaced ? " : " : ":") + value
        }
        let json = "{\(members.joined(separator: isSpaced ? " , " : ","))}"
        let root = try JSONReader().read("  \(json) ")
        let found = root.members(Self.wanted)
        #expect(root.isCompact == (!isSpaced || members.isEmpty))
        for (position, name) in Self.names.enumerated() {
            let value = root[name]
            #expect(found[position]?.jsonBytes == value?.jsonBytes)
            #expect(found.isString(at: position, "text") == (value?.string == "text"))
            #expect(found.isString(at: position, "escaped") == (value?.string == "escaped"))
            if let place = found.place(position) {
                #expect(String(decoding: Array(json.utf8)[place], as: UTF8.self) == value?.string)
            } else {
                #expect(value?.string == nil || value?.string == "escaped")
            }
        }
    }

    @Test(arguments: ["[]", "7", "\"a\"", "{}", "null"])
    func `what has no members has none of them`(json: String) throws {
        let found = try JSONReader().read(json).members(Self.wanted)
        for position in Self.names.indices {
            #expect(found[position] == nil && found.place(position) == nil && !found.isString(at: position, ""))
        }
    }
}
