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

    private func add(_ record: TokenRecord) throws -> Bool { try TokenFile.change(path, by: "test") { $0.add(record) } }

    private func remove(_ name: String) throws -> Bool { try TokenFile.change(path, by: "test") { $0.remove(name) } }

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
        other.release()
        #expect(try remove("alice"))
    }
}
