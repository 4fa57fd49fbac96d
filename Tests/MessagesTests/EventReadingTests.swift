import Messages
import Testing
import WireJSON

/// An event says the same however its JSON is written.
@Suite struct EventReadingTests {
    /// How the same JSON can be written.
    enum Form: CaseIterable {
        case compact, spaced, escaped, namesEscaped, reversed

        func text(_ members: [(name: String, value: String)]) -> String {
            let written = members.map { name, value in
                let quotedName = self == .namesEscaped ? Self.escaped(name) : quoted(name)
                return quotedName + (self == .spaced ? " :\n" : ":") + (name == "data" ? value : quoted(value))
            }
            let inner = (self == .reversed ? written.reversed() : written).joined(
                separator: self == .spaced ? "\t, " : ","
            )
            return self == .spaced ? " { \(inner)\r\n} " : "{\(inner)}"
        }

        private func quoted(_ text: String) -> String {
            if self == .escaped { return Self.escaped(text) }
            var writer = JSONWriter()
            writer.string(text)
            return String(decoding: writer.bytes, as: UTF8.self)
        }

        private static func escaped(_ text: String) -> String {
            let units = text.utf16.map { unit in
                let digits = String(unit, radix: 16)
                return #"\u"# + String(repeating: "0", count: 4 - digits.count) + digits
            }
            return "\"\(units.joined())\""
        }
    }

    private static let attributes = ["source", "type", "subject", "time", "epoch"]
    private static let usual: [(name: String, value: String)] = [
        ("specversion", "1.0"), ("id", "e/7"), ("source", "/juice-service"), ("type", "juice.stock.changed"),
        ("subject", "mango"), ("time", "2026-11-21T03:24:05.678Z"), ("datacontenttype", "application/json"),
        ("sequence", "00000000000000000007"), ("previoussequence", "00000000000000000003"), ("epoch", "e"),
        ("causationid", "r1"), ("data", #"{"source":1,"subject":{"time":[]},"epoch":"x"}"#),
    ]

    private func read(_ json: String) throws -> CloudEvent? {
        CloudEvent(try JSONReader().read(json))
    }

    private func texts(_ event: CloudEvent) -> [String] {
        [event.source, event.type, event.subject, event.time, event.epoch]
    }

    @Test(arguments: Form.allCases, attributes)
    func `texts are what was written`(form: Form, attribute: String) throws {
        for text in [
            "", "mango", "망고 🥝", "a\"b", "back\\slash", "tab\tand\nline", "\u{7f}/", "mango-kiwi.with-more-than-15",
        ] {
            let members = Self.usual.map { ($0.name, $0.name == attribute ? text : $0.value) }
            let expected = Self.attributes.map { name in members.first { $0.0 == name }?.1 ?? "" }
            let event = try #require(try read(form.text(members)))
            #expect(texts(event) == expected)
            #expect(event.sequence == 7 && event.previousSequence == 3)
            for epoch in expected + [text + "x", String(text.dropLast())] {
                #expect(event.isOf(epoch: epoch) == (epoch == expected[4]))
            }
            // What it keeps is the same JSON without white space, and says the same.
            let again = try #require(try read(String(decoding: event.json, as: UTF8.self)))
            #expect(again == event && again.hashValue == event.hashValue && texts(again) == expected)
            #expect(!event.json.contains { [9, 10, 13].contains($0) } && event.json.count == event.jsonCount)
            #expect(
                event.isWritten(as: again.json.span)
                    && !event.isWritten(as: again.json.span.extracting(droppingLast: 1))
            )
        }
    }

    @Test(arguments: Form.allCases, ["specversion", "source", "type", "subject", "epoch", "sequence"])
    func `without what every event has it is none`(form: Form, attribute: String) throws {
        #expect(try read(form.text(Self.usual.filter { $0.name != attribute })) == nil)
        let other = Self.usual.map { $0.name == attribute ? ("data", "7") : $0 }.filter {
            $0.0 != "data" || $0.1 == "7"
        }
        #expect(try read(form.text(other).replacing("data", with: attribute)) == nil)
    }

    @Test(arguments: Form.allCases)
    func `without what an event may lack it is one`(form: Form) throws {
        let event = try #require(
            try read(form.text(Self.usual.filter { !["time", "previoussequence"].contains($0.name) }))
        )
        #expect(event.time == "" && event.previousSequence == nil && event.sequence == 7)
    }

    @Test(arguments: [0, 7, 10, 99_999_999, 100_000_000, 1_234_567_890_123_456, SequenceText.maxValue])
    func `a position is the number that its digits make`(sequence: Int) throws {
        let text = SequenceText.text(sequence)
        let event = try #require(
            try read(Form.compact.text(Self.usual.map { ($0.name, $0.name.hasSuffix("sequence") ? text : $0.value) }))
        )
        #expect(event.sequence == sequence && event.previousSequence == sequence)
    }

    @Test(
        arguments: Form.allCases,
        [
            "", "7", "0000000000000000000x", "00009007199254740992", "00010000000000000007", "0000000000000000:007",
            "000000000000/0000007", "0000000000000000000é",
        ]
    )
    func `a position that is none is not believed`(form: Form, text: String) throws {
        #expect(try read(form.text(Self.usual.map { ($0.name, $0.name == "sequence" ? text : $0.value) })) == nil)
        let event = try read(form.text(Self.usual.map { ($0.name, $0.name == "previoussequence" ? text : $0.value) }))
        #expect(try #require(event).previousSequence == nil)
    }
}
