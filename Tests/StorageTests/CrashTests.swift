import Foundation
import Journal
import Platform
import SQLiteJournal
import Testing

/// A process that ends at any moment loses nothing it has acknowledged.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct CrashTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private static func open(_ path: String) throws -> SQLiteJournal {
        var configuration = SQLiteJournalConfiguration(
            directory: path,
            service: "juice",
            initialLevels: Orders.start,
            balanceRule: Orders.balanceRule
        )
        // A log that is copied often, so that some of the ends fall into the copying.
        configuration.checkpointPages = 50
        return try SQLiteJournal(opening: configuration)
    }

    /// The last row a killed process has been told is durable; 0 when it was killed before the first.
    private static func acknowledged(in directory: TemporaryDirectory) throws -> Int {
        let bytes = try directory.bytes(of: "acknowledged")
        guard bytes.count == MemoryLayout<Int>.size else { return 0 }
        return bytes.withUnsafeBytes { $0.loadUnaligned(as: Int.self) }
    }

    @Test
    func `what was acknowledged survives kills at random moments`() async throws {
        var acknowledged = 0
        for _ in 0..<10 {
            let path = directory.path
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
                let journal = try CrashTests.open(path)
                var orders = try Orders(continuing: journal)
                let log = Glibc.open("\(path)/acknowledged", O_WRONLY | O_CREAT, 0o600)
                _ = try NamedThread(name: "killer") {
                    usleep(UInt32.random(in: 1_000...60_000))
                    kill(getpid(), SIGKILL)
                }
                while true {
                    try orders.commit(Int.random(in: 1...40), to: journal)
                    var last = journal.lastEntry
                    _ = pwrite(log, &last, MemoryLayout<Int>.size, 0)
                }
            }
            let told = try Self.acknowledged(in: directory)
            let journal = try Self.open(directory.path)
            #expect(journal.lastEntry >= max(told, acknowledged) && journal.lastSequence == journal.lastEntry)
            if told > 0 { #expect(try journal.storedReply(forKey: "key-\(told)")?.number == told) }
            acknowledged = journal.lastEntry
            journal.close()
        }
        #expect(acknowledged > 0)
    }

    @Test
    func `a write error in the commit leaves a store that a probe can use`() async {
        await #expect(processExitsWith: .success) {
            let directory = try TemporaryDirectory()
            let journal = try CrashTests.open(directory.path)
            var orders = try Orders(continuing: journal)
            try orders.commit(10, to: journal)

            // From here on the log cannot grow: the kernel refuses the write with EFBIG.
            signal(SIGXFSZ, SIG_IGN)
            let size = try directory.bytes(of: "juice.sqlite-wal").count
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            let unlimited = limit
            limit.rlim_cur = rlim_t(size + 4_096)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            var attempt = orders
            let error = #expect(throws: StorageError.self) { try attempt.commit(200, to: journal) }
            #expect(error?.code == .commitUnknown)
            let refusal = #expect(throws: StorageError.self) { try orders.commit(to: journal) }
            #expect(refusal?.code == .unavailable)

            var restored = unlimited
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &restored)
            try journal.probe()
            #expect(journal.lastEntry == 10 || journal.lastEntry == 210)
            var continued = try Orders(continuing: journal)
            try continued.commit(to: journal)
            let last = journal.lastEntry
            journal.close()
            #expect(try CrashTests.open(directory.path).lastEntry == last)
        }
    }
}
