import CSimulatedDisk
import Platform
import SimulatedWorker
import Synchronization
import Testing

@testable import Journal
@testable import SQLite
@testable import SQLiteJournal

/// The descriptors that the layer over SQLite's files learns: each is for the thread that asked.
@Suite("Descriptors", .timeLimit(.minutes(10)))
struct DescriptorTests {
    /// A database with pages that nobody has synced.
    private final class UnsyncedDatabase: Sendable {
        private let database: Mutex<Database>

        init(on disk: SimulatedDisk) throws {
            let database = try Database(disk.directory + "/rows.sqlite", for: .making)
            try database.execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY")
            try database.execute("CREATE TABLE row(text TEXT); INSERT INTO row VALUES (hex(randomblob(20000)))")
            self.database = Mutex(database)
        }

        func forgetPages() {
            database.withLock { database in
                let file = try? OpenFile(databaseOf: database.handle)
                file?.forgetPages()
            }
        }

        func close() { database.withLock { $0.close() } }
    }

    @Test("of two stores whose pages are forgotten at the same time, each has its own forgotten")
    func twoStoresAtOnce() throws {
        let directories = try SimulationDirectory()
        defer { directories.remove() }
        let disks = try (1...2).map { try SimulatedDisk(directory: directories.next(), seed: $0) }
        SQLiteLibrary.settings
        // What could not be written stays as it is until it is forgotten.
        for disk in disks { disk.keepLost() }
        let databases = try disks.map { try UnsyncedDatabase(on: $0) }
        for disk in disks { disk.failSyncs(1) }
        disks[0].meetInSize(disks[1])

        let threads = try databases.map { database in
            try NamedThread(name: "opening") { database.forgetPages() }
        }
        for thread in threads { thread.join() }
        for database in databases { database.close() }

        for disk in disks { #expect(disk.counts.failed_syncs == 1 && disk.counts.evictions == 1) }
    }
}
