import Testing

@testable import Storage

struct WriteAheadLogTests {
    @Test
    func `a short log is left alone`() {
        var log = WriteAheadLog(threshold: 100)
        for frames in 1..<100 { #expect(log.committed(frames: frames, copied: nil) == .nothing) }
        #expect(log.committed(frames: 100, copied: nil) == .copyInBackground)
    }

    @Test
    func `while it is copied nothing else is asked for`() {
        var log = WriteAheadLog(threshold: 100)
        _ = log.committed(frames: 100, copied: nil)
        #expect(log.committed(frames: 500, copied: nil) == .nothing)
    }

    @Test
    func `a short rest is finished by the writer and the next log starts over`() {
        var log = WriteAheadLog(threshold: 100)
        _ = log.committed(frames: 100, copied: nil)
        #expect(log.committed(frames: 112, copied: .upTo(100)) == .finish)
        #expect(log.committed(frames: 1, copied: nil) == .nothing)
        #expect(log.committed(frames: 100, copied: nil) == .copyInBackground)
    }

    @Test
    func `a long rest is copied again, and at last finished all the same`() {
        var log = WriteAheadLog(threshold: 100)
        var frames = 100
        var actions = [log.committed(frames: frames, copied: nil)]
        for _ in 0..<4 {
            let copied = frames
            frames += 100
            actions.append(log.committed(frames: frames, copied: .upTo(copied)))
        }
        #expect(actions == [.copyInBackground, .copyInBackground, .copyInBackground, .copyInBackground, .finish])
    }

    @Test
    func `a log that was started anew meanwhile needs nothing`() {
        var log = WriteAheadLog(threshold: 100)
        _ = log.committed(frames: 100, copied: nil)
        #expect(log.committed(frames: 3, copied: .upTo(100)) == .nothing)
        #expect(log.committed(frames: 100, copied: nil) == .copyInBackground)
    }

    @Test
    func `a log whose copy may not be on the disk is given up`() {
        var log = WriteAheadLog(threshold: 100)
        _ = log.committed(frames: 100, copied: nil)
        #expect(log.committed(frames: 110, copied: .doubtful) == .giveUp)
    }

    @Test
    func `after a failure the log grows before the next attempt`() {
        var log = WriteAheadLog(threshold: 100)
        _ = log.committed(frames: 100, copied: nil)
        #expect(log.committed(frames: 110, copied: .failed) == .nothing)
        #expect(log.committed(frames: 209, copied: nil) == .nothing)
        #expect(log.committed(frames: 210, copied: nil) == .copyInBackground)
        _ = log.committed(frames: 220, copied: .upTo(210))
        log.finishFailed(frames: 220)
        #expect(log.committed(frames: 319, copied: nil) == .nothing)
        #expect(log.committed(frames: 320, copied: nil) == .copyInBackground)
    }

    @Test
    func `what the log has grown by beside a long reading is given back after it`() throws {
        let directory = try TemporaryDirectory()
        var configuration = SQLiteJournalConfiguration(
            directory: directory.path,
            service: "juice",
            initialLevels: Orders.start
        )
        configuration.checkpointPages = 50
        configuration.copiesLogInline = true
        let journal = try SQLiteJournal(opening: configuration)
        var orders = try Orders(continuing: journal)
        func logSize() throws -> Int { try directory.bytes(of: "juice.sqlite-wal").count }
        let reader = try SnapshotConnection(path: directory.file("juice.sqlite"))
        try reader.read { tables throws(StorageError) in
            // Until its first look it holds nothing.
            _ = try tables.first("SELECT 1 FROM meta", []) { _ in 1 }
            for _ in 0..<100 { _ = try? orders.commit(40, to: journal) }
        }
        #expect(try logSize() > (WriteAheadLog.mostKept + 1) * 50 * 4_096)
        for _ in 0..<50 { try orders.commit(40, to: journal) }
        #expect(try logSize() <= WriteAheadLog.mostKept * 50 * 4_096)
    }
}
