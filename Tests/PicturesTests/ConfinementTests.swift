import Foundation
import Glibc
import Testing

@testable import Pictures

@Suite("A confined process", .disabled(if: Probe.isSanitized, "a sanitizer needs what is given up"))
struct ConfinementTests {
    @Test(
        "ends when it asks for what it could reach others by",
        arguments: ["file", "socket", "program", "signal", "descriptor", "code"]
    )
    func forbidden(wish: String) throws {
        let process = try Probe.run(["--confined", wish]).process
        #expect(process.terminationReason == .uncaughtSignal)
        #expect(process.terminationStatus == SIGSYS)
    }

    @Test("gets memory, and none above what it may have", arguments: [("little memory", 0), ("much memory", 1)])
    func memory(wish: String, code: Int32) throws {
        let process = try Probe.run(["--confined", wish]).process
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == code)
    }
}

@Suite("A picture decoded in a confined process")
struct ConfinedPictureTests {
    /// One for all, as a service has it.
    private static let decoding = (try? Probe.path()).map { ConfinedDecoding(program: [$0], environment: environment) }
    private static let environment = ProcessInfo.processInfo.environment

    @Test("is what it is when it is decoded here", arguments: PictureDamageTests.pictures)
    func same(picture: NamedPicture) throws {
        let decoding = try #require(Self.decoding)
        #expect(try decoding.decode(picture.bytes) == DirectDecoding().decode(picture.bytes))
    }

    @Test("is refused as it is here, and the next one is decoded", arguments: PictureDamageTests.pictures)
    func refused(picture: NamedPicture) throws {
        let decoding = try #require(Self.decoding)
        let damaged = Array(picture.bytes.dropLast(9))
        let expected = #expect(throws: PictureError.self) { try DirectDecoding().decode(damaged) }
        #expect(#expect(throws: PictureError.self) { try decoding.decode(damaged) } == expected)
        #expect(try decoding.decode(picture.bytes).original.bytes.isEmpty == false)
    }

    @Test("that may take more than all are allowed is refused, and its process decodes the next one")
    func budget() throws {
        let picture = Sample.png(.gradient(40, 24))
        let needed = try PictureHeader(picture).decodingBytes
        let small = ConfinedDecoding(decodingBytes: needed, program: [try Probe.path()], environment: Self.environment)
        let large = Sample.webpOfOneColor(2_048, 2_048)
        #expect(#expect(throws: PictureError.self) { try small.decode(large) }?.code == .tooMuchMemory)
        #expect(try small.decode(picture) == DirectDecoding().decode(picture))
    }

    @Test(
        "of the largest kinds is decoded within the memory of all",
        .disabled(if: Probe.isSanitized, "a sanitizer takes most of the time"),
        arguments: ["png", "jpeg, arithmetic in several scans", "webp lossless, hostile"]
    )
    func largest(name: String) throws {
        let picture = try #require(PictureMemoryTests.largest.first { $0.name == name }).bytes()
        let decoding = ConfinedDecoding(program: [try Probe.path()], environment: Self.environment)
        #expect(try decoding.decode(picture).thumbnail.width == 600)
    }
}
