import Foundation
import Storage
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ProcessLockTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test
    func `the file names the holder and goes with the lock`() throws {
        let lock = try ProcessLock(path: directory.file("run.lock"), owner: "juice-service")
        let text = String(decoding: try directory.bytes(of: "run.lock"), as: UTF8.self)
        #expect(text == "pid \(getpid()) juice-service\n")
        lock.release()
        lock.release()
        #expect(!directory.has("run.lock"))
    }

    @Test
    func `a file left by a crash locks nobody out`() throws {
        try directory.write(Array("pid 99999999 a-service-with-a-very-long-name\n".utf8), to: "run.lock")
        let lock = try ProcessLock(path: directory.file("run.lock"), owner: "x")
        #expect(String(decoding: try directory.bytes(of: "run.lock"), as: UTF8.self) == "pid \(getpid()) x\n")
        lock.release()
    }

    @Test
    func `a link is not followed`() throws {
        try directory.write(Array("precious".utf8), to: "file")
        try FileManager.default.createSymbolicLink(
            atPath: directory.file("run.lock"),
            withDestinationPath: directory.file("file")
        )
        #expect(throws: StorageError.self) { try ProcessLock(path: directory.file("run.lock"), owner: "x") }
        #expect(try directory.bytes(of: "file") == Array("precious".utf8))
    }

    @Test
    func `of many who take and release it never two hold it`() async throws {
        let path = directory.file("run.lock")
        // A second lock of the same kind in the protected region would be refused, if two were ever inside.
        let witness = directory.file("witness.lock")
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var taken = 0
                    while taken < 200 {
                        do {
                            let lock = try ProcessLock(path: path, owner: "x")
                            try ProcessLock(path: witness, owner: "x").release()
                            lock.release()
                            taken += 1
                        } catch let error as StorageError {
                            guard case .locked = error.code, error.message.contains("run.lock") else { throw error }
                            await Task.yield()
                        }
                    }
                    return taken
                }
            }
            var total = 0
            for try await taken in group { total += taken }
            #expect(total == 800)
        }
    }
}
