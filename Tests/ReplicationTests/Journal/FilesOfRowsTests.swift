import Cryptography
import Journal
import ReplicatedLog
import Replication
import SQLiteJournal
import SimulatedLog
import Synchronization
import TestKit
import Testing

/// A row of the store that names a file is where the file is, on every worker.
struct FilesOfRowsTests {
    private let bench: StreamBench
    private var time: VirtualTime { bench.time }
    private var engine: SimulatedEngine { bench.engine }
    private var directory: TemporaryDirectory { bench.directory }

    init() throws { bench = try StreamBench() }

    private struct Member {
        let journal: ReplicatedJournal
        let store: SQLiteJournal
        let files: MemoryFiles

        /// Commits a write that names files.
        func write(_ number: Int, naming named: [UInt8]...) throws {
            var batch = try Shop.decide(Shop.Attempt(key: "key-\(number)", number: number), in: store, at: 1)
            batch.files = named.map { files.name($0) }
            try journal.commit(batch)
        }
    }

    /// A worker, after so long that it has its part.
    private func member(_ name: String) throws -> Member {
        let store = try SQLiteJournal(opening: Shop.configuration(directory.path + "/" + name))
        let log = engine.log(try LogIdentity(stream: "s", writer: name))
        let (time, files) = (time, MemoryFiles())
        log.passTime = { time.run(until: time.now + $0, unless: $1) }
        let journal = ReplicatedJournal(store, following: log, files: files, endpoints: name, seed: 1) { time.now }
        journal.start { _ in }
        time.run(until: time.now + .seconds(1))
        return Member(journal: journal, store: store, files: files)
    }

    @Test func `a replica has the file before it has the row`() throws {
        let (active, replica) = (try member("a"), try member("b"))
        var hadFile: [Bool] = []
        replica.journal.observe = { if case .followed = $0 { hadFile.append(replica.files.contents.count == 1) } }
        try active.files.add([1, 2, 3])
        try active.write(3, naming: [1, 2, 3])
        time.run(until: time.now + .seconds(1))
        #expect(hadFile == [true] && replica.journal.lastEntry == 1)
        #expect(replica.files.contents == active.files.contents)
        // Nothing is fetched that is there.
        try active.write(4, naming: [1, 2, 3])
        time.run(until: time.now + .seconds(1))
        #expect(replica.files.added == 1 && replica.journal.lastEntry == 2)
    }

    @Test func `what names a file that cannot be kept is not applied until it can`() throws {
        let (active, replica) = (try member("a"), try member("b"))
        replica.files.failure = StorageError(.full, "No space")
        try active.files.add([1])
        try active.write(3, naming: [1])
        time.run(until: time.now + .seconds(5))
        #expect(replica.journal.lastEntry == 0 && replica.journal.status.lag == 1)
        replica.files.failure = nil
        time.run(until: time.now + .seconds(5))
        #expect(replica.journal.lastEntry == 1 && replica.files.contents.count == 1)
    }

    @Test func `a file that the log has lost is missing and told, and the stream goes on`() throws {
        let (active, replica) = (try member("a"), try member("b"))
        var absent: [FileHash] = []
        replica.journal.observe = { if case .absentFiles(let files) = $0 { absent += files } }
        try active.files.add([1])
        try active.files.add([2])
        try active.write(3, naming: [1], [2])
        let lost = active.files.name([1])
        let blobs = engine.storage.blobs
        engine.storage.blobs = blobs.filter { $0.key.bytes != lost.bytes }
        time.run(until: time.now + .seconds(1))
        #expect(replica.journal.lastEntry == 1 && absent == [lost])
        #expect(replica.files.contents[active.files.name([2])] == [2])
        // Who reads it finds it missing; when the log has it again, the next one does not.
        engine.storage.blobs = blobs
        #expect(throws: StorageError.self) { try replica.files.bytes(of: lost) }
        time.run(until: time.now + .seconds(5))
        #expect(try replica.files.bytes(of: lost) == [1])
    }

    @Test func `callers wait for many files no longer than for one, and the next write is taken`() throws {
        let active = try member("a")
        for number in 1...5 { try active.files.add([UInt8(number)]) }
        engine.faults.delay = .milliseconds(140) ... .milliseconds(140)
        let start = time.now
        let error = #expect(throws: StorageError.self) { try active.write(3, naming: [1], [2], [3], [4], [5]) }
        #expect(error?.code == .notServing && time.now - start <= .seconds(2))
        #expect(active.journal.lastEntry == 0 && engine.storage.streams["s"]?.rows.count == 0)
        engine.faults.delay = .zero ... .milliseconds(1)
        time.run(until: time.now + .seconds(1))
        try active.write(6, naming: [1], [1], [2])
        #expect(active.journal.lastEntry == 1)
    }

    @Test func `a write whose file the log does not take is refused, and nothing of it is left`() throws {
        let active = try member("a")
        try active.files.add([1])
        engine.faults.refusal = LogError(.full, "No space")
        let error = #expect(throws: StorageError.self) { try active.write(3, naming: [1]) }
        #expect(error?.code == .notServing && error?.message.contains("No space") == true)
        #expect(engine.storage.streams["s"]?.rows.count == 0 && active.journal.lastEntry == 0)
        engine.faults.refusal = nil
        time.run(until: time.now + .seconds(4))
        // One that this worker itself does not have is not promised to others.
        #expect(throws: StorageError.self) { try active.write(6, naming: [2]) }
        try active.write(9, naming: [1])
        #expect(active.journal.lastEntry == 1)
    }
}

/// Files in memory.
private final class MemoryFiles: ContentFiles {
    private struct State {
        var contents: [FileHash: [UInt8]] = [:]
        var added = 0
        var failure: StorageError?
        var missed: [FileHash] = []
    }

    private let state = Mutex(State())
    let namesQuery = "SELECT NULL WHERE false"

    var contents: [FileHash: [UInt8]] { state.withLock { $0.contents } }
    var added: Int { state.withLock { $0.added } }
    var failure: StorageError? {
        get { state.withLock { $0.failure } }
        set { state.withLock { $0.failure = newValue } }
    }

    func name(_ bytes: [UInt8]) -> FileHash { FileHash(sha256: SHA256.digest(of: bytes.span)) }

    func bytes(of hash: FileHash) throws(StorageError) -> [UInt8] {
        guard let bytes = contents[hash] else {
            state.withLock { $0.missed.append(hash) }
            throw StorageError(.failing, "there is no file \(hash)")
        }
        return bytes
    }

    @discardableResult
    func add(_ bytes: [UInt8]) throws(StorageError) -> FileHash {
        if let failure { throw failure }
        let hash = name(bytes)
        state.withLock {
            $0.contents[hash] = bytes
            $0.added += 1
        }
        return hash
    }

    func keep(_ hash: FileHash) throws(StorageError) -> Bool { contents[hash] != nil }

    func takeMissed() -> [FileHash] {
        state.withLock { state in
            defer { state.missed = [] }
            return state.missed
        }
    }
}
