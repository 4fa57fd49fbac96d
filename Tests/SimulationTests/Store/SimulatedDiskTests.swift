import CSQLite
import CSQLiteFileLayer
import Foundation
import SimulatedWorker
import Testing

@testable import Journal
@testable import SQLite
@testable import SQLiteJournal

/// The disk on which stores live here: what it says is saved is there after a loss of power.
@Suite("Simulated disk")
struct SimulatedDiskTests {
    @Test(
        "a file that became shorter while the disk failed keeps what is saved in it later",
        arguments: 1...20 as ClosedRange<UInt64>
    )
    func shorterWhileFailing(seed: UInt64) throws {
        let directories = try SimulationDirectory()
        defer { directories.remove() }
        let disk = try SimulatedDisk(directory: directories.next(), seed: seed)
        SQLiteLibrary.settings
        // What could not be written stays so until the page is forgotten.
        disk.keepLost()
        let path = disk.directory + "/file"
        let content = [UInt8](repeating: 2, count: 8 * 512)

        try withFile(path) { file in
            #expect(file.write([UInt8](repeating: 1, count: content.count)) && file.sync())
            disk.failSyncs(1)
            #expect(file.truncate(to: 512) && !file.sync() && file.sync())
        }
        try disk.losePower()
        try withFile(path) { file in
            disk.failSyncs(1)
            #expect(file.write(content) && !file.sync())
            file.forgetPages()
            #expect(file.write(content) && file.sync())
        }
        try disk.losePower()

        #expect(FileManager.default.contents(atPath: path) == Data(content))
    }

    /// A file as SQLite has it.
    private struct LayerFile {
        let file: UnsafeMutablePointer<sqlite3_file>
        let methods: sqlite3_io_methods

        func write(_ bytes: [UInt8]) -> Bool { methods.xWrite(file, bytes, Int32(bytes.count), 0) == SQLITE_OK }
        func truncate(to size: Int) -> Bool { methods.xTruncate(file, sqlite3_int64(size)) == SQLITE_OK }
        func sync() -> Bool { methods.xSync(file, SQLITE_SYNC_NORMAL) == SQLITE_OK }
        func forgetPages() { csqlite_forget_pages(file) }
    }

    /// Opens a database, and closes it after `body`.
    private func withFile(_ path: String, _ body: (LayerFile) throws -> Void) throws {
        let layer = try #require(sqlite3_vfs_find(nil))
        let name = try #require(sqlite3_create_filename(path, "", "", 0, nil))
        defer { sqlite3_free_filename(name) }
        let size = Int(layer.pointee.szOsFile)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: MemoryLayout<Int>.alignment)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        let file = memory.assumingMemoryBound(to: sqlite3_file.self)
        let kind = SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        try #require(layer.pointee.xOpen(layer, name, file, kind, nil) == SQLITE_OK)
        let methods = try #require(file.pointee.pMethods?.pointee)
        defer { _ = methods.xClose(file) }
        try body(LayerFile(file: file, methods: methods))
    }
}
