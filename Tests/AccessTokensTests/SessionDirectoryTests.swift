import AccessTokens
import Foundation
import Messages
import Platform
import TestKit
import Testing

struct SessionDirectoryTests {
    private let temporary: TemporaryDirectory
    private let alice = TokenRecord(of: .make(), name: "alice", role: .order, at: 0)
    private var run: String { temporary.path + "/run" }
    private var sessions: SessionDirectory { SessionDirectory(in: run) }
    private var files: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: run + "/web") }
    }

    init() throws { temporary = try TemporaryDirectory() }

    @Test("keeps a session for its browser alone, under a hash, and says whose it is until it is ended")
    func session() throws {
        let secret = try sessions.begin(with: alice)
        #expect(secret.text.hasPrefix("jgs_"))
        #expect(try files == [secret.hash])
        let modes = try ["", "/\(secret.hash)"].map {
            try FileManager.default.attributesOfItem(atPath: run + "/web" + $0)[.posixPermissions] as? Int
        }
        #expect(modes == [0o700, 0o600])
        // Another web-gateway of the same directory knows it.
        let found = try #require(SessionDirectory(in: run).session(secret.text))
        #expect((found.record.name, found.record.role, found.record.tokenHash) == ("alice", .order, alice.hash))
        #expect(sessions.isOpen(found))
        sessions.end(found)
        #expect(!sessions.isOpen(found))
        #expect(sessions.session(secret.text) == nil)
    }

    @Test("begins one session with a link, however many try it at once, with all rights and a name that no token has")
    func link() async throws {
        let link = try sessions.makeLink()
        #expect(sessions.session(link.text) == nil)
        let sessions = sessions
        let begun = try await withThrowingTaskGroup(of: AccessToken?.self) { group in
            for _ in 0..<32 { group.addTask { try sessions.begin(withLink: link.text) } }
            return try await group.reduce(into: [AccessToken]()) { begun, one in begun += one.map { [$0] } ?? [] }
        }
        #expect(begun.count == 1)
        let record = try #require(begun.first.flatMap { sessions.session($0.text) }).record
        #expect((record.name, record.role, record.tokenHash) == (SessionRecord.operatorName, .operate, nil))
        #expect(!TokenRecord.isName(record.name))
        #expect(try sessions.begin(withLink: link.text) == nil)
    }

    @Test("knows no session and no link in a directory where others could have put it", arguments: [0o777, 0o755])
    func openDirectory(mode: Int) throws {
        let session = try sessions.begin(with: alice)
        let link = try sessions.makeLink()
        let directory = run + "/web"
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: directory)
        #expect(sessions.session(session.text) == nil)
        #expect(try sessions.begin(withLink: link.text) == nil)
        try FileManager.default.moveItem(atPath: directory, toPath: run + "/others")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: run + "/others")
        try FileManager.default.createSymbolicLink(atPath: directory, withDestinationPath: "others")
        #expect(sessions.session(session.text) == nil)
        try FileManager.default.removeItem(atPath: directory)
        try FileManager.default.moveItem(atPath: run + "/others", toPath: directory)
        #expect(sessions.session(session.text) != nil)
        #expect(try sessions.begin(withLink: link.text) != nil)
    }

    @Test("takes no secret for another kind of secret")
    func kinds() throws {
        let session = try sessions.begin(with: alice)
        let link = try sessions.makeLink()
        let swapped = session.text.replacing("jgs_", with: "jgl_")
        #expect(try sessions.begin(withLink: session.text) == nil)
        #expect(try sessions.begin(withLink: swapped) == nil)
        #expect(sessions.session(link.text.replacing("jgl_", with: "jgs_")) == nil)
        #expect(AccessToken(session.text) == nil && AccessToken(link.text) == nil)
        #expect(sessions.session(session.text) != nil)
    }

    @Test(
        "ends with the time that it has, with the boot in which it began, and where its file is no record of one",
        arguments: [
            "alice order HASH BOOT 1\n", "alice order HASH another 99999999999999\n",
            "alice order HASH - 99999999999999\n",
            "alice order - BOOT 99999999999999\n", ".operator operate HASH BOOT 99999999999999\n", "",
            "alice order HASH BOOT 99999999999999",
            "alice rule HASH BOOT 99999999999999\n",
        ]
    )
    func over(text: String) throws {
        let secret = try sessions.begin(with: alice)
        let boot = SystemClock.bootID() ?? "-"
        func put(_ text: String) throws {
            let text = text.replacing("HASH", with: alice.hash).replacing("BOOT", with: boot)
            try DurableFile.write(Array(text.utf8), to: "\(run)/web/\(secret.hash)", isReplacing: true)
        }
        try put("alice order HASH BOOT 99999999999999\n")
        #expect(sessions.session(secret.text) != nil)
        try put(text)
        #expect(sessions.session(secret.text) == nil)
    }

    @Test("has room for so many, of which those that are over do not count")
    func room() throws {
        let secret = try sessions.begin(with: alice)
        let boot = SystemClock.bootID() ?? "-"
        for number in 1..<SessionDirectory.maxCount {
            let name = String(repeating: "0", count: 64 - String(number).count) + String(number)
            let text = "alice order \(alice.hash) \(boot) \(number == 7 ? 1 : 99_999_999_999_999)\n"
            #expect(
                FileManager.default.createFile(
                    atPath: "\(run)/web/\(name)",
                    contents: Data(text.utf8),
                    attributes: [.posixPermissions: 0o600]
                )
            )
        }
        let last = try sessions.begin(with: alice)
        #expect(throws: SessionError.tooMany(SessionDirectory.maxCount)) { try sessions.makeLink() }
        #expect(sessions.session(secret.text) != nil && sessions.session(last.text) != nil)
    }

    @Test("keeps nothing in a directory that others may enter")
    func openToOthers() throws {
        _ = try sessions.makeLink()
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: run + "/web")
        let error = #expect(throws: SessionError.self) { _ = try sessions.makeLink() }
        #expect(error?.message.contains("chmod 700") == true)
    }
}
