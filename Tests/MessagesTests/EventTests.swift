import Messages
import Testing
import WireJSON

@Suite struct EventTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"),
        (951_782_399_999, "2000-02-28T23:59:59.999Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"),
        (951_868_800_000, "2000-03-01T00:00:00.000Z"),
        (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
        (1_795_231_445_678, "2026-11-21T03:24:05.678Z"),
        (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        (-1, "1970-01-01T00:00:00.000Z"),
    ])
    func `moments are written as RFC 3339`(milliseconds: Int, text: String) {
        #expect(Timestamp.text(milliseconds) == text)
        #expect(Timestamp.milliseconds(text) == max(0, milliseconds))
    }

    @Test(arguments: [
        "", "2026-11-21T03:24:05Z", "2026-13-21T03:24:05.678Z", "2026-11-21 03:24:05.678Z", "+026-11-21T03:24:05.678Z",
    ])
    func `other texts are no moment`(text: String) {
        #expect(Timestamp.milliseconds(text) == nil)
    }

    @Test func `positions compare as their texts`() {
        #expect(SequenceText.text(1_042) == "00000000000000001042")
        #expect(SequenceText.text(9) < SequenceText.text(10))
        #expect(SequenceText.sequence("00000000000000001042") == 1_042)
        for bad in [
            "", "1042", "0000000000000000104x", "+0000000000000001042", "99999999999999999999", "09999999999999999999",
        ] {
            #expect(SequenceText.sequence(bad) == nil)
        }
        #expect(SequenceText.sequence("00009007199254740991") == SequenceText.maxValue)
        #expect(SequenceText.sequence("00009007199254740992") == nil)
    }

    @Test func `a position is read from a string and nothing else`() throws {
        let texts = try JSONReader().read(#"["00000000000000000007","0000000000000000000\u0037","7",7,null]"#)
        #expect(texts.elements.map { SequenceText.sequence($0) } == [7, 7, nil, nil, nil])
    }

    @Test func `a topic ends in a dot, so that mango is not mango-kiwi`() {
        let topic = EventTopic.topic(type: StockChanged.type, subject: "mango")
        #expect(topic == "juice.stock.changed.mango.")
        #expect(!EventTopic.topic(type: StockChanged.type, subject: "mango-kiwi").hasPrefix(topic))
        #expect(EventTopic.syncPrefix > EventTopic.all(.juice))
    }

    @Test func `an event says the same after a trip over the wire`() throws {
        let data = StockChanged(fruit: "mango", previous: 10, quantity: 4, version: 7, cause: .order, ref: "17")
        let record = EventRecord(
            sequence: 1_042,
            previousSequence: 1_037,
            type: StockChanged.type,
            subject: "mango",
            time: 1_795_231_445_678,
            causationID: "r1",
            traceparent: nil,
            data: data.jsonBytes
        )
        var writer = JSONWriter()
        CloudEvent.write(record, source: "/juice-service", epoch: "e", to: &writer)
        let node = try JSONReader().read(writer.bytes)
        let event = try #require(CloudEvent(node))
        #expect(event.sequence == 1_042 && event.previousSequence == 1_037 && event.epoch == "e")
        #expect(event.topic == "juice.stock.changed.mango.")
        #expect(event.json == writer.bytes)
        #expect(try StockChanged(#require(node["data"])) == data)
        #expect(node["data"]?["delta"]?.integer == -6)
    }

    @Test(arguments: [
        ("mangoo", ["mango"]), ("mang", ["mango", "mango-kiwi"]), ("xyz", []), ("", []),
        ("kivi", ["kiwi"]), ("STRAWBERY", ["strawberry"]),
    ])
    func `near names are found`(typed: String, expected: [String]) {
        let known = ["strawberry", "banana", "pineapple", "kiwi", "mango", "mango-kiwi"]
        #expect(Set(NearestNames.find(typed, in: known)).isSuperset(of: expected))
        if expected.isEmpty { #expect(NearestNames.find(typed, in: known).isEmpty) }
    }
}
