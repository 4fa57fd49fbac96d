import Testing

@testable import OTLPTracing

struct TraceContextTests {
    private let trace = "0af7651916cd43dd8448eb211c80319c"
    private let span = "b7ad6b7169203331"

    @Test(arguments: ["00", "01"])
    func `what was read is written as it was`(_ flags: String) throws {
        let context = try #require(TraceContext("00-\(trace)-\(span)-\(flags)"))
        #expect(context.text == "00-\(trace)-\(span)-\(flags)")
        #expect(context.isSampled == (flags == "01"))
        #expect(context.isRemote)
    }

    @Test func `zeros at the beginning of a number stay`() throws {
        let text = "00-00000000000000000000000000000001-0000000000000001-01"
        #expect(try #require(TraceContext(text)).text == text)
    }

    @Test func `of a later version, what is known is read`() throws {
        let context = try #require(TraceContext("cc-\(trace)-\(span)-ff-what-follows"))
        #expect(context.text == "00-\(trace)-\(span)-01")
    }

    @Test func `what is malformed is none`() {
        let zeros = String(repeating: "0", count: 32)
        for text in [
            "", "00", "00-\(trace)-\(span)", "00-\(trace)-\(span)-0", "00-\(trace)-\(span)-01-more",
            "ff-\(trace)-\(span)-01",
            "00-\(zeros)-\(span)-01", "00-\(trace)-\(zeros.prefix(16))-01", "00-\(trace.uppercased())-\(span)-01",
            "cc-\(trace)-\(span)-01.more", "00_\(trace)-\(span)-01", "00-\(trace)-\(span)-0g",
        ] {
            #expect(TraceContext(text) == nil, "\(text)")
        }
    }
}
