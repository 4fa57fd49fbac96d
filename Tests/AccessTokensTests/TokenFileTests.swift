import AccessTokens
import Foundation
import Messages
import Platform
import TestKit
import Testing

struct TokenFileTests {
    private let temporary: TemporaryDirectory
    private var path: String { temporary.path + "/made/tokens" }
    private let record = TokenRecord(of: .make(), name: "alice", role: .order, at: 0)

    init() throws { temporary = try TemporaryDirectory() }

    private func add(_ record: TokenRecord) throws -> Bool { try TokenFile.add(record, to: path) }

    private func remove(_ name: String) throws -> Bool { try TokenFile.revoke(name, in: path) }

    private func message(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "nothing"
        } catch {
            return "\(error)"
        }
    }

    @Test("is made with its directory, for its owner alone, and leaves nothing else behind")
    func making() throws {
        #expect(try TokenFile.read(path) == nil)
        #expect(try add(record))
        #expect(try TokenFile.read(path)?.records == [record])
        let files = FileManager.default
        #expect(try files.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        #expect(try files.contentsOfDirectory(atPath: temporary.path + "/made") == ["tokens"])
    }

    @Test("stays as it is when nothing is to be changed")
    func unchanged() throws {
        #expect(try add(record))
        let stamp = try #require(FileStamp(of: path))
        #expect(try !add(record))
        #expect(FileStamp(of: path) == stamp)
        #expect(try remove("alice"))
        #expect(FileStamp(of: path) != stamp)
        #expect(try TokenFile.read(path) == TokenList())
    }

    @Test("is not read where others can change it, and says what to do", arguments: [0o620, 0o602])
    func openToOthers(mode: Int) throws {
        #expect(try add(record))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        #expect(message { _ = try TokenFile.read(path) }.contains("chmod go-w \(path)"))
        #expect(message { _ = try add(record) }.contains("chmod go-w \(path)"))
    }

    @Test("is no directory, no pipe, and nothing else than a list of tokens")
    func others() throws {
        #expect(message { _ = try TokenFile.read(temporary.path) }.contains("not a regular file"))
        #expect(mkfifo(temporary.path + "/pipe", 0o600) == 0)
        #expect(message { _ = try TokenFile.read(temporary.path + "/pipe") }.contains("not a regular file"))
        try DurableFile.write(Array("hello\n".utf8), to: temporary.path + "/text", isReplacing: false)
        #expect(message { _ = try TokenFile.read(temporary.path + "/text") }.contains("line 1"))
        try DurableFile.write([UInt8](repeating: 10, count: 1 << 21), to: temporary.path + "/large", isReplacing: false)
        #expect(message { _ = try TokenFile.read(temporary.path + "/large") }.contains("too large"))
    }

    @Test("is changed by one process at a time, so that none undoes what another has done")
    func atATime() throws {
        #expect(try add(record))
        let other = try LockFile(path: path + ".lock", owner: "another")
        #expect(message { _ = try add(record) }.contains("another"))
        #expect(message { _ = try remove("alice") }.contains("another"))
        other.release()
        #expect(try remove("alice"))
    }

    @Test(
        "keeps its length and all others' lines when a token is revoked, and loses the line with the next that is added"
    )
    func revoking() throws {
        let bob = TokenRecord(of: .make(), name: "bob", role: .read, at: 0, lasting: 3_600_000)
        let alicia = TokenRecord(of: .make(), name: "alicia", role: .read, at: 0)
        for record in [record, bob, alicia] { #expect(try add(record)) }
        let before = try #require(FileManager.default.contents(atPath: path))
        let inode = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
        #expect(try remove("alice"))
        #expect(try !remove("alice"))
        #expect(try !remove("ali"))
        let after = try #require(FileManager.default.contents(atPath: path))
        #expect(after.count == before.count)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int == inode)
        #expect(!String(decoding: after, as: UTF8.self).contains(record.hash))
        #expect(try TokenFile.read(path)?.records == [alicia, bob])
        #expect(try add(record))
        #expect(try #require(FileManager.default.contents(atPath: path)).count == before.count)
        #expect(try TokenFile.read(path)?.records == [record, alicia, bob])
    }

    @Test("has its lines where they are behind a byte order mark, too")
    func behindAMark() throws {
        #expect(try add(record))
        let text = try #require(FileManager.default.contents(atPath: path))
        try DurableFile.write([0xEF, 0xBB, 0xBF] + Array(text), to: path, isReplacing: true)
        #expect(try remove("alice"))
        #expect(try TokenFile.read(path) == TokenList())
    }
}
