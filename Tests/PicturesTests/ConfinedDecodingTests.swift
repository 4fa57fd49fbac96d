import Foundation
import Glibc
import Testing

@testable import Pictures

@Suite("Decoding in a process of its own")
struct ConfinedDecodingTests {
    private static let picture = Sample.png(.gradient(40, 24))
    /// Says that it is ready, takes what it is sent, and does something then.
    private static func program(_ then: String) -> [String] {
        let said = #"printf '\0\0\0\1\1' >&0; head -c \#(picture.count + 4) >/dev/null; \#(then)"#
        return ["/bin/sh", "-c", said]
    }

    private func refusal(_ decoding: ConfinedDecoding) -> PictureError? {
        do throws(PictureError) {
            _ = try decoding.decode(Self.picture)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "a process that ends takes its picture with it, and says how",
        arguments: [
            ("kill -SEGV $$", PictureError.Code.damaged, "signal 11"), ("kill -SYS $$", .damaged, "signal 31"),
            ("kill -XCPU $$", .damaged, "too long"), ("kill -KILL $$", .busy, "killed"), ("exit 3", .damaged, "with 3"),
            (#"printf '\0\0\0\1\7' >&0; sleep 9"#, .damaged, "no sense"),
            (#"printf '\377\377\377\377' >&0; sleep 9"#, .damaged, "no sense"),
        ]
    )
    func ends(then: String, code: PictureError.Code, detail: String) {
        let error = refusal(ConfinedDecoding(program: Self.program(then), environment: ["LD_LIBRARY_PATH": ""]))
        #expect(error?.code == code)
        #expect(error?.detail.contains(detail) == true, "\(error?.detail ?? "")")
    }

    @Test("a process that does not answer in time is killed, and the picture may be sent again")
    func late() {
        let error = refusal(ConfinedDecoding(program: Self.program("sleep 60"), timeout: 300))
        #expect(error?.code == .busy)
    }

    @Test("without a process there is an error that says so, and nothing of the picture")
    func missing() {
        #expect(refusal(ConfinedDecoding(program: ["/nowhere/market-service"]))?.code == .unavailable)
        #expect(refusal(ConfinedDecoding(program: ["/bin/true"]))?.code == .unavailable)
    }

    @Test("ten processes that end in ten seconds are replaced, the next is not until then")
    func pauses() {
        let decoding = ConfinedDecoding(program: Self.program("exit 3"))
        for _ in 0..<FaultPauses.maxFaults { #expect(refusal(decoding)?.code == .damaged) }
        #expect(refusal(decoding)?.code == .busy)
        var pauses = FaultPauses()
        for moment in 0..<FaultPauses.maxFaults {
            #expect(!pauses.isPaused(at: moment))
            pauses.note(at: moment)
        }
        #expect(pauses.isPaused(at: FaultPauses.window - 1))
        #expect(!pauses.isPaused(at: FaultPauses.window))
    }

    @Test("a message is read as it was written, and none from bytes that are none")
    func messages() throws {
        let picture = DecodedPicture(try Picture(Self.picture))
        for message in [
            DecoderMessage.ready, .needs(bytes: 5 << 33), .decoded(picture), .refused(PictureError(.damaged, "왜")),
        ] {
            let bytes = message.bytes
            #expect(try #require(DecoderMessage(bytes[...])).bytes == bytes)
            for end in bytes.indices.dropLast(bytes.count > 100 ? 1 : 0).prefix(60) where bytes.first != 4 || end < 2 {
                #expect(DecoderMessage(bytes[..<end])?.bytes != bytes)
            }
        }
    }

    @Test("a process that a picture has taken over cannot have another kind of file stored, or a larger one")
    func takenOver() throws {
        func message(_ original: [UInt8], side: Int = 1) -> DecoderMessage? {
            let small = try? Picture(Self.picture).thumbnail.bytes
            let numbers =
                DecoderMessage.number(side) + DecoderMessage.number(side) + DecoderMessage.number(original.count)
            let thumbnail = small ?? []
            let one = DecoderMessage.number(1)
            return DecoderMessage(
                ([3] + numbers + original + one + one + DecoderMessage.number(thumbnail.count) + thumbnail)[...]
            )
        }
        #expect(message(Self.picture) != nil)
        #expect(message(Self.picture, side: 0) == nil)
        #expect(message(Self.picture, side: 8_001) == nil)
        #expect(message(Array("<html></html>".utf8)) == nil)
        #expect(message(Self.picture + [UInt8](repeating: 0, count: 307_200)) == nil)
    }

    @Test("a process that a picture has taken over cannot have more said than others have to say")
    func takenOverWords() {
        let refusal = [4, PictureError.Code.damaged.rawValue]
        #expect(DecoderMessage((refusal + [UInt8](repeating: 0x61, count: 400))[...]) != nil)
        #expect(DecoderMessage((refusal + [UInt8](repeating: 0x61, count: 401))[...]) == nil)
    }
}
