import Foundation
import Platform
import TestKit
import Testing

@Suite(.timeLimit(.minutes(10)))
struct LockFileTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test
    func `the file names the holder and goes with the lock`() throws {
        let lock = try LockFile(path: file("run.lock"), owner: "juice-service")
        let text = String(decoding: try bytes(of: "run.lock"), as: UTF8.self)
        #expect(text == "pid \(getpid()) juice-service\n")
        lock.release()
        lock.release()
        #expect(access(file("run.lock"), F_OK) != 0)
    }

    @Test
    func `a file left by a crash locks nobody out`() throws {
        try Data("pid 99999999 a-service-with-a-very-long-name\n".utf8).write(to: URL(filePath: file("run.lock")))
        let lock = try LockFile(path: file("run.lock"), owner: "x")
        #expect(String(decoding: try bytes(of: "run.lock"), as: UTF8.self) == "pid \(getpid()) x\n")
        lock.release()
    }

    @Test
    func `a link is not followed`() throws {
        try Data("precious".utf8).write(to: URL(filePath: file("file")))
        try FileManager.default.createSymbolicLink(
            atPath: file("run.lock"),
            withDestinationPath: file("file")
        )
        #expect(throws: FileSystemError.self) { try LockFile(path: file("run.lock"), owner: "x") }
        #expect(try bytes(of: "file") == Array("precious".utf8))
    }

    @Test
    func `of many who take and release it never two hold it`() async throws {
        let path = file("run.lock")
        // A second lock of the same kind in the protected region would be refused, if two were ever inside.
        let witness = file("witness.lock")
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var taken = 0
                    while taken < 200 {
                        do {
                            let lock = try LockFile(path: path, owner: "x")
                            try LockFile(path: witness, owner: "x").release()
                            lock.release()
                            taken += 1
                        } catch let error as FileSystemError {
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

    @Test
    func `the holder is told to whoever comes second, and the lock is free when the first has gone`() throws {
        let lock = try LockFile(path: file("run.lock"), owner: "first")
        let error = #expect(throws: FileSystemError.self) { try LockFile(path: file("run.lock"), owner: "second") }
        #expect(error?.code == .locked(holder: "pid \(getpid()) first"))
        lock.release()
        try LockFile(path: file("run.lock"), owner: "second").release()
    }

    private func file(_ name: String) -> String { "\(directory.path)/\(name)" }

    private func bytes(of name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: file(name)))) }
}
