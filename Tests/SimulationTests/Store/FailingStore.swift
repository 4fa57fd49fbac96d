import Glibc
import SimulatedWorker

@testable import Journal
@testable import SQLite
@testable import SQLiteJournal

extension SimulatedDisk {
    /// Has something fail soon, or not.
    func strike(_ random: inout SimulationRandom) {
        switch random.int(0...9) {
        case 0...3: failSyncs(random.int(1...4), after: random.int(0...30))
        case 4:
            setSyncError(random.pick([ENOSPC, EDQUOT]))
            failSyncs(random.int(1...3), after: random.int(0...30))
        case 5: failWrites(random.int(1...4))
        case 6: failReads(random.int(1...3))
        case 7: failMemory(random.int(1...3))
        case 8: setRoom(random.int(0...200_000))
        default: setRoom(-1)
        }
    }
}

extension SQLiteJournal {
    /// Opens a store on a disk that works again: what went wrong before is told once to each file that is opened.
    static func openHealed(_ configuration: SQLiteJournalConfiguration) throws(StorageError) -> SQLiteJournal {
        for _ in 0..<3 {
            do throws(StorageError) {
                return try SQLiteJournal(opening: configuration)
            } catch {
                guard error.code == .failing else { throw error }
            }
        }
        return try SQLiteJournal(opening: configuration)
    }
}
