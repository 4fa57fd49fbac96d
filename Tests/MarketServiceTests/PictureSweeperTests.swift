import Foundation
import Journal
import Messages
import Pictures
import StoredFiles
import TestKit
import Testing
import WireJSON

@testable import MarketService
@testable import WorkerEngine

/// Which files of pictures go: those that no product names, nor has named within the last hour.
@Suite(.timeLimit(.minutes(10)))
struct FileSweeperTests {
    private let directory: TemporaryDirectory
    private let bench: MarketBench
    private var store: FileStore { bench.service.pictures }

    init() throws {
        directory = try TemporaryDirectory()
        bench = try MarketBench(directory)
    }

    private func path(_ hash: FileHash) -> String {
        "\(directory.path)/market.pictures/\(hash.description.prefix(2))/\(hash)"
    }

    private func makeOld(_ hash: FileHash) throws {
        let old = Date(timeIntervalSinceNow: -7_200)
        try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: path(hash))
    }

    private func isThere(_ hash: FileHash) -> Bool { FileManager.default.fileExists(atPath: path(hash)) }

    /// One chunk of a sweep; whether there is one to do.
    private func sweepChunk() throws -> Bool {
        guard let task = bench.engine.nextMaintenanceTask() else { return false }
        task.work()
        _ = try bench.engine.finish(task)
        return true
    }

    private func sweep() throws { while try sweepChunk() {} }

    @Test func `the picture and the thumbnail of a product stay, and both go an hour after it`() throws {
        let id = try #require(try bench.register("사과 상자"))
        let files = [FileHash(of: onePixel), FileHash(of: try Picture(onePixel).thumbnail.bytes)]
        #expect(Set(files).count == 2)
        for hash in files { try makeOld(hash) }
        try sweep()
        #expect(files.map(isThere) == [true, true])

        bench.clock.pass(milliseconds: 30 * 60_000)
        let uri = try #require(try bench.one(bench.signed("archive", #""id":\#(id)"#))?.result?["uri"]?.string)
        _ = try bench.one(bench.call("delete", #""identifier":"vendor-1","uri":"\#(uri)""#))
        // A backup that has copied the catalogue before the deletion copies the files after it.
        bench.clock.pass(milliseconds: 60 * 60_000 - 1)
        try sweep()
        #expect(files.map(isThere) == [true, true])
        bench.clock.pass(milliseconds: 2 * 60 * 60_000)
        try sweep()
        #expect(files.map(isThere) == [false, false])
    }

    @Test func `a picture that is stored again after it was found to be an orphan stays`() throws {
        let orphan = try store.add([1, 2, 3])
        try makeOld(orphan)
        #expect(try sweepChunk())
        #expect(isThere(orphan))
        try store.add([1, 2, 3])
        try sweep()
        #expect(isThere(orphan))
    }

    @Test func `a wall clock that was set makes no file old, nor young`() throws {
        let id = try #require(try bench.register("사과 상자"))
        let hash = FileHash(of: onePixel)
        try makeOld(hash)
        try sweep()
        // The product goes while the clock is wrong; a backup may be copying its files.
        bench.clock.moment.wall += 400 * 86_400_000
        let uri = try #require(try bench.one(bench.signed("archive", #""id":\#(id)"#))?.result?["uri"]?.string)
        _ = try bench.one(bench.call("delete", #""identifier":"vendor-1","uri":"\#(uri)""#))
        #expect(try !sweepChunk())
        bench.clock.moment.wall -= 400 * 86_400_000
        #expect(try !sweepChunk())
        bench.clock.pass(milliseconds: 60 * 60_000 - 1)
        #expect(try !sweepChunk())
        #expect(isThere(hash))
        bench.clock.pass(milliseconds: 1)
        try sweep()
        #expect(!isThere(hash))
    }

    @Test func `a sweep comes to the last picture, however many are named before it`() throws {
        let contents = (0..<1_050).map { Array("\($0)".utf8) }.sorted { FileHash(of: $0) < FileHash(of: $1) }
        for bytes in contents {
            let hash = FileHash(of: bytes)
            // Not stored one by one: a thousand syncs take long.
            try Data(bytes).write(to: URL(filePath: path(hash)))
            try makeOld(hash)
        }
        let hashes = contents.map { FileHash(of: $0) }
        let tables = bench.journal.tables
        try tables.attempt(onFailure: { $0 as any Error }) {
            for hash in hashes.dropLast(20) {
                let row: [StoredValue] = [.text(hash.description), .integer(bench.clock.moment.wall)]
                try tables.change("INSERT INTO released VALUES (?1, ?2)", row)
            }
        }
        try sweep()
        #expect(hashes.map(isThere) == hashes.indices.map { $0 < hashes.count - 20 })
    }
}
