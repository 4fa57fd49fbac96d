import Foundation
import Testing
import ZeroMQ

@Suite
struct CertificateDirectoryTests {
    private let directory = FileManager.default.temporaryDirectory.appending(
        path: "clients-\(UInt32.random(in: 0 ... .max))"
    ).path()

    private func withDirectory(_ body: () throws -> Void) throws {
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try body()
    }

    @Test func `each certificate is its name's, in order, and other files are passed over`() throws {
        try withDirectory {
            let (bob, alice) = (try CurveKeyPair.generate(), try CurveKeyPair.generate())
            try CurveCertificate(publicKey: bob.publicKey, metadata: ["role": "read"]).write(to: "\(directory)/bob.key")
            try CurveCertificate(publicKey: alice.publicKey).write(to: "\(directory)/a.l-i_c@e.key")
            try alice.write(to: "\(directory)/alice.key_secret")
            for name in ["README", ".bob.key", ".bob.key.swp"] {
                #expect(FileManager.default.createFile(atPath: "\(directory)/\(name)", contents: nil))
            }
            let entries = try CertificateDirectory.entries(of: directory)
            #expect(entries.map(\.name) == ["a.l-i_c@e", "bob"])
            #expect(try entries.map { try $0.certificate.get().publicKey } == [alice.publicKey, bob.publicKey])
            #expect(try entries[1].certificate.get().metadata == ["role": "read"])
        }
    }

    @Test func `a file that cannot be used is told by its path, and the others are read`() throws {
        try withDirectory {
            try CurveCertificate(publicKey: CurveKeyPair.generate().publicKey).write(to: "\(directory)/good.key")
            try Data("rubbish".utf8).write(to: URL(filePath: "\(directory)/broken.key"))
            try Data().write(to: URL(filePath: "\(directory)/two words.key"))
            let entries = try CertificateDirectory.entries(of: directory)
            #expect(entries.map(\.name) == ["broken", "good", "two words"])
            for index in [0, 2] {
                let error = #expect(throws: ZMQError.self) { try entries[index].certificate.get() }
                #expect(error?.code == .keyFile)
                #expect(error?.message.hasPrefix(entries[index].path) == true)
            }
            #expect(throws: Never.self) { try entries[1].certificate.get() }
        }
    }

    @Test func `a directory that others can change, or that is none, is refused`() throws {
        try withDirectory {
            for mode in [0o770, 0o707, 0o777] {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: directory)
                let error = #expect(throws: ZMQError.self) { try CertificateDirectory.entries(of: directory) }
                #expect(error?.message.contains("chmod go-w \(directory)") == true)
            }
            for path in ["\(directory)/missing", "/dev/null", "a\0b"] {
                let error = #expect(throws: ZMQError.self) { try CertificateDirectory.entries(of: path) }
                #expect(error?.code == .keyFile)
            }
        }
    }

    @Test(arguments: ["", ".", "..", ".x", "a/b", "a b", "a\n", "é", String(repeating: "x", count: 65)])
    func `what could be a path or upset a log is no name`(text: String) {
        #expect(!CertificateDirectory.isName(text))
    }

    @Test(arguments: ["alice", "Alice-2@laptop_x.y", "7", String(repeating: "x", count: 64)])
    func `what people call their machines is a name`(text: String) {
        #expect(CertificateDirectory.isName(text))
    }
}
