import ReplicatedLog
import Testing

/// The row that gives a stream a new epoch: read by other versions than have written it.
struct EpochChangeTests {
    private let change = EpochChange(
        from: "0190b5a8-7f00-7000-8000-00000000000a",
        to: "0190b5a8-7f00-7000-8000-00000000000b"
    )

    @Test func `its bytes are the format number and both epochs`() throws {
        let text = "0190b5a8-7f00-7000-8000-00000000000a0190b5a8-7f00-7000-8000-00000000000b"
        #expect(change.payload.bytes == [0, 3] + Array(text.utf8))
        #expect(try EpochChange(change.payload) == change)
    }

    @Test func `a row of another format is none, and a damaged one is refused`() throws {
        #expect(try EpochChange(LogPayload(format: 1, change.payload.body)) == nil)
        var bytes = Array(change.payload.body)
        bytes[7] = 0xff
        for damaged in [bytes, Array(change.payload.body.dropLast()), []] {
            let error = #expect(throws: LogError.self) { try EpochChange(LogPayload(format: 3, damaged)) }
            #expect(error?.code == .damaged)
        }
    }
}
