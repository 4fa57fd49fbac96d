import Platform
import Testing

@Suite struct SentenceTests {
    private let sentence: Sentence = "cannot read \("/a/{2}"): \(2)"

    @Test func `a sentence is its English, with its values where they were written`() {
        #expect("\(sentence)" == "cannot read /a/{2}: 2")
        #expect(sentence.template == "cannot read {1}: {2}")
    }

    @Test func `another language puts the values where it wants them`() {
        #expect(sentence.text { _ in "{2}, {1}, {3}, {" } == "2, /a/{2}, {3}, {")
    }

    @Test func `a sentence in another is translated with it`() {
        let outer: Sentence = "context \("shop"): \(sentence)"
        #expect("\(outer)" == "context shop: cannot read /a/{2}: 2")
        #expect(outer.text { $0.uppercased() } == "CONTEXT shop: CANNOT READ /a/{2}: 2")
    }

    @Test func `a reason behind a sentence is its last value`() {
        #expect(sentence.followed(by: "why").text { $0 } == "cannot read /a/{2}: 2: why")
    }

    @Test func `what a terminal would obey is not in the printable values`() {
        let hostile: Sentence = "context \("\u{1B}[2J"): \("\(sentence)\u{07}" as String)"
        #expect("\(hostile.printable)" == "context \u{FFFD}[2J: cannot read /a/{2}: 2\u{FFFD}")
    }
}
