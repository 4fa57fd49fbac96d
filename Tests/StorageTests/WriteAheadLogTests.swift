import Glibc
import Platform
import TestKit
import Testing

@testable import Journal
@testable import SQLite
@testable import SQLiteJournal

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
    func `a log that the database cannot take is given up`() {
        var log = WriteAheadLog(threshold: 100)
        _ = log.committed(frames: 100, copied: nil)
        #expect(log.committed(frames: 110, copied: .damaged(StorageError(.corrupt, "it is shorter"))) == .giveUp)
    }

    /// The invariant that keeps SQLite's WAL-reset bug away, with a log that does what SQLite's does.
    @Test(arguments: 1...200)
    func `no copying begins while all frames are copied, and one at a time`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var state = WriteAheadLog(threshold: Int.random(in: 1...40, using: &random))
        // What is in SQLite's log, and how much of it counts as copied.
        var (frames, copied) = (0, 0)
        // How far the other thread will come, from its beginning to its end.
        var target: Int?
        var (isAsked, report) = (false, WriteAheadLog.Copied?.none)
        for _ in 0..<2_000 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0 where isAsked:
                #expect(copied < frames, "the next write could start the log anew")
                // A reader may keep it from copying all.
                target = Bool.random(using: &random) ? frames : Int.random(in: copied...frames, using: &random)
                isAsked = false
            case 1 where target != nil:
                copied = max(copied, target ?? 0)
                report = Int.random(in: 0..<8, using: &random) == 0 ? .failed : .upTo(copied)
                target = nil
            case 2, 3:
                if copied == frames, frames > 0 {
                    #expect(!isAsked && target == nil, "the log is started anew beside a copying")
                    (frames, copied) = (0, 0)
                }
                frames += Int.random(in: 1...12, using: &random)
                let action = state.committed(frames: frames, copied: report)
                if action == .copyInBackground || action == .finish { #expect(!isAsked && target == nil) }
                report = nil
                if action == .copyInBackground { isAsked = true }
                guard action == .finish else { continue }
                #expect(copied < frames)
                if Int.random(in: 0..<8, using: &random) == 0 {
                    state.finishFailed(frames: frames, isHeldBack: Bool.random(using: &random))
                } else {
                    copied = frames
                    state.finished()
                }
            default: state.tryAgain()
            }
        }
    }

    @Test
    func `after a failure the log grows before the next attempt`() {
        var log = WriteAheadLog(threshold: 100)
        _ = log.committed(frames: 100, copied: nil)
        #expect(log.committed(frames: 110, copied: .failed) == .nothing)
        #expect(log.committed(frames: 209, copied: nil) == .nothing)
        #expect(log.committed(frames: 210, copied: nil) == .copyInBackground)
        _ = log.committed(frames: 220, copied: .upTo(210))
        log.finishFailed(frames: 220, isHeldBack: false)
        #expect(log.committed(frames: 319, copied: nil) == .nothing)
        #expect(log.committed(frames: 320, copied: nil) == .copyInBackground)
    }

    @Test
    func `a log that a reader holds back is tried again at once when that is asked for`() {
        var log = WriteAheadLog(threshold: 100)
        _ = log.committed(frames: 100, copied: nil)
        #expect(log.committed(frames: 110, copied: .upTo(100)) == .finish)
        log.finishFailed(frames: 110, isHeldBack: true)
        #expect(log.holdUps == 1 && log.committed(frames: 111, copied: nil) == .nothing)
        log.tryAgain()
        #expect(log.committed(frames: 112, copied: nil) == .copyInBackground)
        log.tryAgain()
        #expect(log.committed(frames: 113, copied: .upTo(112)) == .finish)
        log.finished()
        #expect(log.holdUps == 0 && log.committed(frames: 1, copied: nil) == .nothing)
        log.tryAgain()
        #expect(log.committed(frames: 2, copied: nil) == .nothing)
    }

    @Test
    func `what the log has grown by beside a long reading is given back after it`() throws {
        let directory = try TemporaryDirectory()
        var configuration = SQLiteJournalConfiguration(
            directory: directory.path,
            service: "juice",
            initialLevels: Orders.start,
            balanceRule: Orders.balanceRule
        )
        configuration.checkpointPages = 50
        configuration.copiesLogInline = true
        let journal = try SQLiteJournal(opening: configuration)
        var orders = try Orders(continuing: journal)
        func logSize() throws -> Int { try directory.bytes(of: "juice.sqlite-wal").count }
        let reader = try SQLiteTableReader.connect(directory.file("juice.sqlite"))
        try reader.snapshot { () throws(StorageError) in
            // Until its first look it holds nothing.
            _ = try reader.integer("SELECT 1 FROM meta")
            for _ in 0..<100 { _ = try? orders.commit(40, to: journal) }
            #expect(journal.logHoldUps() > 1)
        }
        // Nobody has to write for that to be over.
        for _ in 0..<10 where journal.logHoldUps() > 0 {}
        #expect(journal.logHoldUps() == 0)
        // What is copied takes 50 pages of 4 096 bytes; four times that is kept.
        let kept = 4 * 50 * 4_096
        #expect(try logSize() > kept + 50 * 4_096)
        for _ in 0..<50 { try orders.commit(40, to: journal) }
        #expect(try logSize() <= kept)
        #expect(journal.logHoldUps() == 0)
    }

    @Test
    func `a database that is not what it was ends the use of the store, and is not tried for ever`() throws {
        let directory = try TemporaryDirectory()
        var configuration = SQLiteJournalConfiguration(
            directory: directory.path,
            service: "juice",
            initialLevels: Orders.start,
            balanceRule: Orders.balanceRule
        )
        configuration.checkpointPages = 50
        configuration.copiesLogInline = true
        let journal = try SQLiteJournal(opening: configuration)
        defer { journal.close() }
        var orders = try Orders(continuing: journal)
        while try directory.bytes(of: "juice.sqlite").count < 1 << 20 { try orders.commit(100, to: journal) }
        // By its path: closing a descriptor of the file would take SQLite's locks with it.
        try #require(truncate(directory.file("juice.sqlite"), 4_096) == 0)
        var thrown: StorageError?
        for _ in 0..<100 where thrown == nil {
            do { try orders.commit(10, to: journal) } catch let error as StorageError { thrown = error }
        }
        #expect(thrown?.code == .corrupt)
        let later = #expect(throws: StorageError.self) { try journal.probe() }
        #expect(later?.code == .corrupt)
    }
}
