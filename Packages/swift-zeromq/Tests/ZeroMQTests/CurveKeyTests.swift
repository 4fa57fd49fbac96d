import Foundation
import Testing

@testable import ZeroMQ

@Suite(.timeLimit(.minutes(10)))
struct CurveKeyTests {
    /// The pair of keys that the Guide of ZeroMQ and RFC 32 show, and everybody knows.
    static let knownPublic = "Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID"
    static let knownSecret = "D:)Q[IlAW!ahhC2ac:9*A}h:p?([4%wOTJ%JR%cs"

    @Test func `two new pairs have nothing in common, and a key is what its text says`() throws {
        let (first, second) = (try CurveKeyPair.generate(), try CurveKeyPair.generate())
        #expect(first != second)
        #expect(try CurvePublicKey(parsing: first.publicKey.description) == first.publicKey)
        #expect(try CurvePublicKey(parsing: Self.knownPublic).description == Self.knownPublic)
    }

    @Test(
        arguments: [
            "", "short", String(repeating: "0", count: 39), String(repeating: "0", count: 41),
            String(repeating: "0", count: 39) + "\"", String(repeating: "0", count: 39) + "\0",
            String(repeating: "#", count: 40), String(repeating: "é", count: 20),
        ]
    )
    func `a text that is no key is refused`(text: String) {
        let error = #expect(throws: ZMQError.self) { try CurvePublicKey(parsing: text) }
        #expect(error?.code == .invalidKey)
    }

    @Test func `no way of showing a secret key shows it`() throws {
        try withDirectory { directory in
            let path = "\(directory)/known.key_secret"
            try write(secretFile(), to: path)
            let pair = try CurveKeyPair(readingFrom: path)
            var dumped = ""
            dump(pair, to: &dumped)
            dump(pair.secretKey, to: &dumped)
            let security = ZMQClientSecurity.curve(server: pair.publicKey, client: pair)
            dump(ZMQServerSecurity.curve(pair, domain: "x"), to: &dumped)
            dump(security, to: &dumped)
            let texts = [dumped, "\(pair)", String(reflecting: pair), "\(pair.secretKey)", "\(security)"]
            let bytes = pair.secretKey.memory.bytes
            for text in texts {
                #expect(!text.contains(Self.knownSecret))
                #expect(!text.contains("\(bytes[0]), \(bytes[1])"))
            }
            #expect(dumped.contains("secret key"))
        }
    }

    @Test func `the memory of a secret is overwritten when its last copy goes`() throws {
        var pair: CurveKeyPair? = try CurveKeyPair.generate()
        let copy = pair?.secretKey
        let address = try #require(copy?.memory.address)
        let secret = try #require(copy?.memory.bytes)
        let memory = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/mem"))
        try memory.seek(toOffset: UInt64(address))
        #expect(try memory.read(upToCount: 32).map(Array.init) == secret)
        var last = copy
        pair = nil
        _ = consume copy
        last = nil
        #expect(pair == nil && last == nil)
        try memory.seek(toOffset: UInt64(address))
        let left = try #require(try memory.read(upToCount: 32))
        // Its first half may serve the allocator again already.
        #expect(Array(left.dropFirst(16)) != Array(secret.dropFirst(16)))
    }

    // MARK: Files

    @Test func `a pair comes back from its file, which its owner alone can read`() throws {
        try withDirectory { directory in
            let path = "\(directory)/alice.key_secret"
            let pair = try CurveKeyPair.generate()
            try pair.write(to: path, metadata: ["name": "alice's laptop"])
            #expect(try mode(of: path) == 0o600)
            let read = try CurveKeyPair(readingFrom: path)
            #expect(read == pair)
            #expect(read.secretKey.memory.bytes == pair.secretKey.memory.bytes)
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["alice.key_secret"])
        }
    }

    @Test func `an editor's byte order mark before the keys is passed over`() throws {
        try withDirectory { directory in
            try write("\u{FEFF}" + secretFile(), to: "\(directory)/known.key_secret")
            let pair = try CurveKeyPair(readingFrom: "\(directory)/known.key_secret")
            #expect("\(pair.publicKey)" == Self.knownPublic)
        }
    }

    @Test func `a certificate comes back from its file with what it says beside the key`() throws {
        try withDirectory { directory in
            let certificate = CurveCertificate(
                publicKey: try CurveKeyPair.generate().publicKey,
                metadata: ["role": "order", "note": "망고 = #1 'x'"]
            )
            try certificate.write(to: "\(directory)/alice.key")
            #expect(try CurveCertificate(readingFrom: "\(directory)/alice.key") == certificate)
        }
    }

    @Test func `the files are those of pyzmq and czmq, both ways`() throws {
        try withDirectory { directory in
            let pair = try CurveKeyPair.generate()
            try pair.write(to: "\(directory)/ours.key_secret")
            try write(secretFile(), to: "\(directory)/known.key_secret")
            let script = """
                import sys, zmq.auth
                public, secret = zmq.auth.load_certificate("\(directory)/ours.key_secret")
                assert zmq.curve_public(secret) == public
                zmq.auth.create_certificates("\(directory)", "theirs", {"role": "read"})
                assert zmq.auth.load_certificate("\(directory)/theirs.key_secret")[1]
                print(public.decode())
                """
            let python = Process()
            python.executableURL = URL(filePath: "/usr/bin/python3")
            python.arguments = ["-c", script]
            let output = Pipe()
            python.standardOutput = output
            try python.run()
            let text = try output.fileHandleForReading.readToEnd().map { String(decoding: $0, as: UTF8.self) }
            python.waitUntilExit()
            #expect(python.terminationStatus == 0)
            #expect(text == "\(pair.publicKey)\n")
            let certificate = try CurveCertificate(readingFrom: "\(directory)/theirs.key")
            try chmod("\(directory)/theirs.key_secret", 0o600)
            #expect(try CurveKeyPair(readingFrom: "\(directory)/theirs.key_secret").publicKey == certificate.publicKey)
        }
    }

    @Test func `a file that exists is never replaced`() throws {
        try withDirectory { directory in
            let path = "\(directory)/a.key_secret"
            let first = try CurveKeyPair.generate()
            try first.write(to: path)
            let error = #expect(throws: ZMQError.self) { try CurveKeyPair.generate().write(to: path) }
            #expect(error?.code == .keyFile)
            #expect(error?.message.contains("File exists") == true)
            #expect(try CurveKeyPair(readingFrom: path) == first)
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["a.key_secret"])
        }
    }

    @Test(arguments: [0o644, 0o640, 0o606, 0o660, 0o610])
    func `a secret that others can reach is refused, with the command that closes it`(mode: Int) throws {
        try withDirectory { directory in
            let path = "\(directory)/open.key_secret"
            try CurveKeyPair.generate().write(to: path)
            try chmod(path, mode)
            let error = #expect(throws: ZMQError.self) { try CurveKeyPair(readingFrom: path) }
            #expect(error?.message.contains("chmod 600 \(path)") == true)
        }
    }

    @Test(arguments: [0o664, 0o646, 0o666])
    func `a certificate that others can change is refused`(mode: Int) throws {
        try withDirectory { directory in
            let path = "\(directory)/open.key"
            try CurveCertificate(publicKey: CurveKeyPair.generate().publicKey).write(to: path)
            try chmod(path, mode)
            let error = #expect(throws: ZMQError.self) { try CurveCertificate(readingFrom: path) }
            #expect(error?.message.contains("chmod go-w \(path)") == true)
        }
    }

    @Test func `a directory, a pipe, a missing and an endless file are refused without waiting`() throws {
        try withDirectory { directory in
            #expect(mkfifo("\(directory)/pipe", 0o600) == 0)
            try write(String(repeating: "#", count: 5000), to: "\(directory)/long")
            for name in [".", "pipe", "missing", "long", "nul\0"] {
                let error = #expect(throws: ZMQError.self) { try CurveKeyPair(readingFrom: "\(directory)/\(name)") }
                #expect(error?.code == .keyFile)
            }
        }
    }

    static let broken: [(text: String, says: String)] = [
        ("", "no secret key"),
        ("curve\n    public-key = \"\(knownPublic)\"\n", "no secret key"),
        ("curve\n    secret-key = \"\(knownSecret)\"\n", "no public key"),
        (
            "curve\n    public-key = \"\(knownPublic)\"\n    secret-key = \"\(knownSecret.dropLast())\"\n",
            "not 40 characters"
        ),
        (
            "curve\n    public-key = \"\(knownPublic.dropLast())\"\n    secret-key = \"\(knownSecret)\"\n",
            "not 40 characters"
        ),
        ("curve\n    public-key = \"\(knownSecret)\"\n    secret-key = \"\(knownSecret)\"\n", "do not belong together"),
        (
            "curve\n    secret-key = \"\(knownSecret)\"\n    secret-key = \"\(knownSecret)\"\n",
            "line 3 says secret-key a second"
        ),
        ("    secret-key = \"\(knownSecret)\"\n", "line 1 cannot be read"),
        ("curve\n    secret-key \"\(knownSecret)\"\n", "line 2 cannot be read"),
        ("curve\n    secret-key = \"\(knownSecret)\n", "line 2 cannot be read"),
    ]

    @Test(arguments: broken.indices)
    func `a file that is not as it should be is refused, and its secret is not in the words`(index: Int) throws {
        let (text, says) = Self.broken[index]
        try withDirectory { directory in
            let path = "\(directory)/broken.key_secret"
            try write(text, to: path)
            let error = #expect(throws: ZMQError.self) { try CurveKeyPair(readingFrom: path) }
            #expect(error?.code == .keyFile)
            #expect(error?.message.hasPrefix(path) == true)
            #expect(error?.message.contains(says) == true, "\(error?.message ?? "")")
            #expect(error?.message.contains(Self.knownSecret.prefix(12)) == false)
        }
    }

    @Test func `a secret among the public files is refused`() throws {
        try withDirectory { directory in
            try write(secretFile(), to: "\(directory)/x.key")
            let error = #expect(throws: ZMQError.self) { try CurveCertificate(readingFrom: "\(directory)/x.key") }
            #expect(error?.message.contains("secret key") == true)
        }
    }

    private func secretFile() -> String {
        "curve\n    public-key = \"\(Self.knownPublic)\"\n    secret-key = '\(Self.knownSecret)'\r\n"
    }

    private func withDirectory(_ body: (String) throws -> Void) throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "keys-\(UInt32.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: directory) }
        try body(directory.path())
    }

    private func write(_ text: String, to path: String) throws {
        #expect(
            FileManager.default.createFile(
                atPath: path,
                contents: Data(text.utf8),
                attributes: [.posixPermissions: 0o600]
            )
        )
    }

    private func chmod(_ path: String, _ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    private func mode(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
}

extension SecretMemory {
    /// A copy of the bytes, which only a test may want.
    fileprivate var bytes: [UInt8] {
        var copy = [UInt8](repeating: 0, count: 32)
        _ = withBytes { bytes in
            for index in 0..<32 { copy[index] = bytes[index] }
            return 0
        }
        return copy
    }
}
