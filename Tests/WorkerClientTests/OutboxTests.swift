import CSimulatedDisk
import Foundation
import Messages
import Testing
import ZeroMQ

@testable import WorkerClient

/// What is noted of writes before they are sent, and what a later run finds.
@Suite final class OutboxTests {
    private let state = NSTemporaryDirectory() + "jangteo-outbox-" + UUID().uuidString

    deinit { try? FileManager.default.removeItem(atPath: state) }

    private var files: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: state + "/gateway")) ?? []
    }

    private func log() -> Outbox { Outbox(stateDirectory: state) }

    /// Notes writes and goes without their ends, as a run that is killed does.
    private func leave(_ writes: [OutboxEntry]) async throws {
        weak var left: Outbox?
        do {
            let own = log()
            left = own
            try await own.begin(writes)
        }
        // The lock goes with the log, as with the process; its queue lets go of it only after it has answered.
        while left != nil { await Task.yield() }
    }

    private func write(_ key: String, _ service: ServiceName = .juice, params: String? = nil) -> OutboxEntry {
        let id = OutboxEntry.ID(key: key, service: service)
        return OutboxEntry(id, to: address(), method: "x.do", params: params.map { Array($0.utf8) }, time: 1_000)
    }

    private func address(_ keys: ServiceKeys? = nil) -> ServiceAddress {
        ServiceAddress(service: .juice, rpc: "ipc:///run/x.rpc", events: "", keys: keys)
    }

    private func note(_ write: OutboxEntry) -> String {
        String(decoding: OutboxRecord.begun(write).line, as: UTF8.self)
    }

    // MARK: What a file says

    @Test func `a note comes back as it was written`() throws {
        var write = write("키 1\n", params: #"{"juice":"망고","n":1.0}"#)
        #expect(OutboxContent(Array(note(write).utf8)).writes == [write])
        write = OutboxEntry(
            write.id,
            to: address(),
            method: write.method,
            params: nil,
            attachments: [OutboxAttachment(hash: "ba78", path: "/a/b.png"), OutboxAttachment(hash: "e3b0", path: nil)],
            time: 5
        )
        let read = try #require(OutboxContent(Array(note(write).utf8)).writes.first)
        #expect(read == write)
        write = self.write("a", params: #"{"identifier":"v","secret":"s"}"#)
        #expect(write.isWithheld)
        #expect(OutboxContent(Array(note(write).utf8)).writes == [write])
    }

    @Test func `a note says whose write it is, and one of an earlier version does not`() throws {
        let server = try CurveKeyPair.generate().publicKey
        let own = address(ServiceKeys(server: server, client: try CurveKeyPair.generate()))
        let other = address(ServiceKeys(server: server, client: try CurveKeyPair.generate()))
        let written = OutboxEntry(write("a").id, to: own, method: "x.do", params: nil, time: 1)
        let read = try #require(OutboxContent(Array(note(written).utf8)).writes.first)
        #expect(read.isSent(by: own))
        #expect(!read.isSent(by: other))
        #expect(!read.isSent(by: address()))
        let line = #"{"begun":{"key":"k","service":"juice","endpoint":"e","method":"m","time":1}}"# + "\n"
        let former = try #require(OutboxContent(Array(line.utf8)).writes.first)
        #expect(former.isSent(by: other))
        #expect(former.isSent(by: address()))
    }

    @Test func `what has ended, or was cut short, is not unfinished`() {
        let ended = String(decoding: OutboxRecord.ended(write("a").id).line, as: UTF8.self)
        let whole = note(write("a")) + note(write("b")) + note(write("a", .calc)) + ended
        let content = OutboxContent(Array((whole + note(write("c")).dropLast(3)).utf8))
        #expect(content.writes.map(\.id) == [write("b").id, write("a", .calc).id])
        #expect(content.size == whole.utf8.count)
        #expect(content.unreadable == 0)
    }

    @Test func `what was answered is still there, and is told from what is in doubt`() {
        let answered = String(decoding: OutboxRecord.answered(write("a").id).line, as: UTF8.self)
        let content = OutboxContent(Array((note(write("a")) + note(write("b")) + answered).utf8))
        #expect(content.writes.map(\.id.key) == ["a", "b"])
        #expect(content.answered == [write("a").id] && content.unreadable == 0)
        let ended = String(decoding: OutboxRecord.ended(write("a").id).line, as: UTF8.self)
        let over = OutboxContent(Array((note(write("a")) + answered + ended).utf8))
        #expect(over.writes.isEmpty && over.answered.isEmpty)
    }

    @Test(arguments: [
        "", "{}", "[]", "\u{1}", #"{"begun":{}}"#, #"{"begun":{"key":"k","service":"tea"}}"#, #"{"ended":{"key":1}}"#,
        #"{"begun":{"key":"k","service":"juice","endpoint":"e","method":"m","time":-1}}"#,
        #"{"begun":{"key":"k","service":"juice","endpoint":"e","method":"m","time":99999999999999999999}}"#,
    ])
    func `a line that makes no sense is kept and harms no other`(line: String) {
        let content = OutboxContent(Array((note(write("a")) + line + "\n" + note(write("b"))).utf8))
        #expect(content.writes.map(\.id.key) == ["a", "b"])
        #expect(content.unreadable == 1 && !content.isEmpty)
    }

    @Test(arguments: [
        (#"{"identifier":"v","secret":"s"}"#, #"{"identifier":"v"}"#, true),
        (#"{"a":[{"secret":{"b":1},"c":2}]}"#, #"{"a":[{"c":2}]}"#, true),
        (#"{"secrets":1,"x":"secret"}"#, #"{"secrets":1,"x":"secret"}"#, false),
    ])
    func `secrets are not noted, and the note says so`(params: String, kept: String, isWithheld: Bool) {
        let write = write("k", params: params)
        #expect(write.params.map { String(decoding: $0, as: UTF8.self) } == kept)
        #expect(write.isWithheld == isWithheld)
    }

    // MARK: What a later run finds

    @Test func `a write is noted until its end is known`() async throws {
        let own = log()
        try await own.begin([write("a"), write("b")])
        #expect(files.count == 1)
        await own.end([write("a").id])
        #expect(files.count == 1)
        #expect(try await log().found().map(\.write.id.key) == ["b"])
        await own.end([write("b").id])
        #expect(files.isEmpty)
    }

    @Test func `the notes of a run that goes on are in flight, and nobody else's to forget`() async throws {
        let own = log()
        try await own.begin([write("a")])
        #expect(try await own.found().isEmpty)
        let other = log()
        #expect(try await other.found().map(\.isInFlight) == [true])
        await other.forget([write("a").id])
        #expect(try await other.found().count == 1)
        await own.end([write("a").id])
    }

    @Test func `what a run has left is found once, oldest first, and forgotten write by write`() async throws {
        for keys in [["a", "b"], ["b", "c"]] {
            try await leave(keys.map { write($0) })
        }
        let later = log()
        #expect(try await later.found().map(\.write.id.key) == ["a", "b", "c"])
        #expect(try await later.found().allSatisfy { !$0.isInFlight })
        await later.forget([write("b").id])
        #expect(try await later.found().map(\.write.id.key) == ["a", "c"])
        await later.forget([write("a").id, write("c").id])
        #expect(files.isEmpty)
    }

    @Test func `a line that a crash cut short does not spoil the next`() async throws {
        try await leave([write("a"), write("b")])
        let path = try "\(state)/gateway/\(#require(files.first))"
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(note(write("c")).utf8.dropLast(5)))
        try handle.close()
        let later = log()
        await later.forget([write("a").id])
        #expect(try await later.found().map(\.write.id.key) == ["b"])
        await later.forget([write("b").id])
        #expect(files.isEmpty)
    }

    @Test func `files are the user's own, and a directory that is open to others is refused`() async throws {
        try await leave([write("a")])
        let directory = state + "/gateway"
        #expect(try mode(directory) == 0o700)
        #expect(try mode(directory + "/" + #require(files.first)) == 0o600)
        chmod(directory, 0o750)
        let error = await #expect(throws: OutboxError.self) { try await self.log().begin([self.write("b")]) }
        #expect(error?.message.contains("chmod 700") == true)
        await #expect(throws: OutboxError.self) { try await self.log().found() }
    }

    @Test func `a directory that cannot be made durable is refused`() {
        CSimulatedDisk_refuse_directory_syncs(EINVAL)
        defer { CSimulatedDisk_refuse_directory_syncs(0) }
        #expect(throws: OutboxError.self) { try OutboxDirectory(path: state + "/gateway").prepare() }
    }

    @Test func `a place where nothing can be written is told, and where nothing was written nothing is found`() async {
        #expect(FileManager.default.createFile(atPath: state, contents: nil))
        await #expect(throws: OutboxError.self) { try await self.log().begin([self.write("a")]) }
        let nowhere = Outbox(stateDirectory: nil)
        await #expect(throws: OutboxError.self) { try await nowhere.begin([self.write("a")]) }
        #expect((try? await nowhere.found()) == [])
    }

    @Test func `a key is too old to be sent again after seven days`() {
        let week = 7 * 24 * 60 * 60 * 1_000
        #expect(!write("a").isForgotten(at: 1_000 + week - 1))
        #expect(write("a").isForgotten(at: 1_000 + week))
        // It was dated by a clock that is right again.
        #expect(!write("a").isForgotten(at: 1_000 - week + 1))
        #expect(write("a").isForgotten(at: 1_000 - week))
    }

    private func mode(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }
}
