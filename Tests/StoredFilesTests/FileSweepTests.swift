import Foundation
import Journal
import StoredFiles
import Testing

@Suite("A sweep of a store of files")
struct FileSweepTests {
    let directory = FileDirectory()
    let store: FileStore
    let hour = 3_600

    init() throws { store = try FileStore(directory: directory.path, names: "") }

    @Test("removes old pictures that nobody names, and no others")
    func orphans() throws {
        let pictures = try (0..<20).map { try store.add([UInt8($0), 1, 2]) }
        for hash in pictures[..<10] { try directory.age(directory.file(hash), by: 2 * hour) }
        let named = Set(pictures[..<4])
        var asked: [FileHash] = []
        let sweep = try store.sweep(olderThan: hour) { old in
            asked = old
            return named
        }
        #expect(asked == pictures[..<10].sorted())
        #expect(sweep.examined == 20 && sweep.removed == 6 && sweep.next == nil)
        let left = pictures.filter { FileManager.default.fileExists(atPath: directory.file($0)) }
        #expect(left == Array(pictures[..<4] + pictures[10...]))
    }

    @Test("looks at a bounded number of files at a time, and at each of them once")
    func chunks() throws {
        let pictures = try (0..<50).map { try store.add([UInt8($0)]) }
        for hash in pictures { try directory.age(directory.file(hash), by: 2 * hour) }
        var asked: [[FileHash]] = []
        var position: FileHash?
        repeat {
            let sweep = try store.sweep(olderThan: hour, after: position, limit: 7) { old in
                asked.append(old)
                return Set(old)
            }
            position = sweep.next
        } while position != nil
        #expect(asked.allSatisfy { $0.count <= 7 })
        #expect(asked.flatMap { $0 } == pictures.sorted())
    }

    @Test("keeps a picture that is stored again between the look and the removal")
    func renewed() throws {
        let hash = try store.add([1, 2, 3])
        try directory.age(directory.file(hash), by: 2 * hour)
        let sweep = try store.sweep(olderThan: hour) { _ in
            // A product that is about to name it; the sweep is told that none does.
            try store.add([1, 2, 3])
            return []
        }
        #expect(sweep.removed == 0)
        #expect(try store.bytes(of: hash) == [1, 2, 3])
    }

    @Test("leaves a picture whole or takes it whole, whoever stores it meanwhile")
    func race() throws {
        let store = store
        let directory = directory
        DispatchQueue.concurrentPerform(iterations: 4) { worker in
            for round in 0..<200 {
                let bytes = [UInt8(round % 5)]
                if worker == 0 {
                    let file = directory.file(FileHash(of: bytes))
                    try? directory.age(file, by: 10_000)
                    _ = try? store.sweep(olderThan: 3_600) { _ in [] }
                } else {
                    // Either it was there and is renewed, or it is written: the file is whole whenever there is one.
                    #expect(throws: Never.self) { try store.add(bytes) }
                    let read = Result { try store.bytes(of: FileHash(of: bytes)) }
                    switch read {
                    case .success(let found): #expect(found == bytes)
                    case .failure(let error): #expect((error as? StorageError)?.code == .failing)
                    }
                }
            }
        }
    }

    @Test("removes the drafts of writes that were interrupted, once they are old, and leaves what is not its own")
    func drafts() throws {
        let hash = try store.add([1])
        let old = directory.file(hash) + ".1f.new"
        let young = directory.file(hash) + ".2f.new"
        let other = directory.path + "/aa/notes.txt"
        for file in [old, young, other] { try Data([1]).write(to: URL(filePath: file)) }
        for file in [old, other] { try directory.age(file, by: 2 * hour) }
        let sweep = try store.sweep(olderThan: hour) { Set($0) }
        #expect(sweep.drafts == 1)
        #expect(!FileManager.default.fileExists(atPath: old))
        #expect(FileManager.default.fileExists(atPath: young) && FileManager.default.fileExists(atPath: other))
    }

    @Test("removes nothing when whoever knows the names fails")
    func failure() throws {
        let hash = try store.add([1])
        try directory.age(directory.file(hash), by: 2 * hour)
        #expect(throws: CocoaError.self) {
            try store.sweep(olderThan: hour) { _ in throw CocoaError(.fileReadUnknown) }
        }
        #expect(try store.bytes(of: hash) == [1])
    }
}
