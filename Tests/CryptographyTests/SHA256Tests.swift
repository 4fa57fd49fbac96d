import Cryptography
import Testing

/// The vectors of FIPS 180-4's examples, and the length at which another block begins.
struct SHA256Tests {
    @Test(
        "gives the digests of FIPS 180-4",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                String(repeating: "a", count: 1_000_000),
                "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
            ),
        ]
    )
    func vectors(text: String, digest: String) {
        #expect(SHA256.hexadecimal(of: Array(text.utf8).span) == digest)
    }

    @Test("gives the same for bytes in pieces as for all at once, around the ends of blocks")
    func pieces() {
        for length in 0...200 {
            let bytes = (0..<length).map { UInt8($0) }
            for cut in stride(from: 0, through: length, by: 7) {
                var hash = SHA256()
                hash.add(bytes.span.extracting(..<cut))
                hash.add(bytes.span.extracting(cut...))
                #expect(hash.finish() == SHA256.digest(of: bytes.span))
            }
        }
    }

    @Test("begins anew after a digest")
    func again() {
        var hash = SHA256()
        hash.add([1, 2, 3].span)
        let first = hash.finish()
        hash.add([1, 2, 3].span)
        #expect(hash.finish() == first)
    }

    @Test("a digest that somebody keeps is not changed by the next in the same array")
    func reused() {
        var hash = SHA256()
        var digest: [UInt8] = [1]
        hash.add([1, 2, 3].span)
        hash.finish(into: &digest)
        let kept = digest
        #expect(kept == SHA256.digest(of: [1, 2, 3].span))
        hash.finish(into: &digest)
        #expect(kept == SHA256.digest(of: [1, 2, 3].span))
        let nothing: [UInt8] = []
        #expect(digest == SHA256.digest(of: nothing.span))
    }
}
