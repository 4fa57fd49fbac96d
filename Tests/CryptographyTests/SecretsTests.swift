import Cryptography
import Testing

struct SecretsTests {
    @Test(
        "writes bytes as RFC 4648 does, for addresses and without padding",
        arguments: [
            ([], ""), (Array("f".utf8), "Zg"), (Array("fo".utf8), "Zm8"), (Array("foo".utf8), "Zm9v"),
            (Array("foob".utf8), "Zm9vYg"), (Array("fooba".utf8), "Zm9vYmE"), (Array("foobar".utf8), "Zm9vYmFy"),
            ([0xFB, 0xFF, 0xFE], "-__-"),
        ] as [([UInt8], String)]
    )
    func base64(bytes: [UInt8], text: String) {
        #expect(Secrets.text(of: bytes) == text)
    }

    @Test("makes bytes that are others each time")
    func random() {
        let made = (0..<100).map { _ in Secrets.randomBytes(32) }
        #expect(made.allSatisfy { $0.count == 32 })
        #expect(Set(made).count == made.count)
    }

    @Test("finds bytes equal that are, whatever differs otherwise")
    func equality() {
        let bytes = [UInt8](0..<32)
        #expect(Secrets.areEqual(bytes, bytes))
        #expect(Secrets.areEqual([], []))
        #expect(!Secrets.areEqual(bytes, Array(bytes.dropLast())))
        for index in bytes.indices {
            var other = bytes
            other[index] ^= 1
            #expect(!Secrets.areEqual(bytes, other))
        }
    }
}
