import CSimulatedDisk
import Foundation
import Platform
import TestKit
import Testing

struct SecureDirectoryTests {
    private let temporary: TemporaryDirectory
    private var path: String { temporary.path + "/a/b/c" }

    init() throws { temporary = try TemporaryDirectory() }

    @Test(arguments: ["", "/"])
    func `what is missing is made for its owner alone, and each name is durable`(_ end: String) throws {
        CSimulatedDisk_watch_syncs()
        let directory = try SecureDirectory(creating: path + end)
        #expect(directory.path == path)
        #expect(directory.file("x") == path + "/x")
        for (made, parent) in [("/a", ""), ("/a/b", "/a"), ("/a/b/c", "/a/b")] {
            #expect(try status(temporary.path + made).st_mode & 0o7777 == 0o700)
            let above = try status(temporary.path + parent)
            #expect(CSimulatedDisk_has_synced(UInt64(above.st_dev), UInt64(above.st_ino)), "\(made)")
        }
        #expect(try SecureDirectory(creating: path) == directory)
        #expect(try SecureDirectory(existing: path + end) == directory)
    }

    @Test func `a new directory whose name cannot be made durable is refused, unless that does not matter`() {
        CSimulatedDisk_refuse_directory_syncs(EINVAL)
        defer { CSimulatedDisk_refuse_directory_syncs(0) }
        let error = #expect(throws: FileSystemError.self) { try SecureDirectory(creating: path) }
        #expect(error?.number == EINVAL)
        #expect(throws: Never.self) { try SecureDirectory(creating: path, isDurable: false) }
    }

    @Test(arguments: [0o701, 0o710, 0o720, 0o704, 0o755, 0o777])
    func `one that others may use is refused with the command that closes it`(_ mode: Int) throws {
        _ = try SecureDirectory(creating: path)
        chmod(path, mode_t(mode))
        for isMade in [true, false] {
            let error = #expect(throws: FileSystemError.self) {
                isMade
                    ? try SecureDirectory(creating: path, called: "place")
                    : try SecureDirectory(existing: path, called: "place")
            }
            #expect(error?.code == .openToOthers)
            #expect(error?.message == "the place \(path) is open to others; close it with: chmod 700 \(path)")
        }
        #expect(try status(path).st_mode & 0o7777 == mode_t(mode))
    }

    @Test(arguments: ["", "/"])
    func `a link is refused, also with a slash behind it`(_ end: String) throws {
        _ = try SecureDirectory(creating: path)
        let link = temporary.path + "/link"
        #expect(symlink(path, link) == 0)
        #expect(throws: FileSystemError.self) { try SecureDirectory(existing: link + end) }
        let error = #expect(throws: FileSystemError.self) { try SecureDirectory(creating: link + end) }
        #expect(error?.code == .link)
    }

    @Test func `a file is no directory, also above one`() throws {
        let file = temporary.path + "/file"
        try Data().write(to: URL(filePath: file))
        #expect(code { try SecureDirectory(creating: file) } == .notDirectory)
        #expect(number { try SecureDirectory(creating: file + "/below") } == ENOTDIR)
    }

    @Test func `one that is missing says so, and an empty name is none`() {
        #expect(number { try SecureDirectory(existing: path) } == ENOENT)
        #expect(number { try SecureDirectory(creating: "") } == EINVAL)
        #expect(number { try SecureDirectory(creating: "a\0b") } == EINVAL)
    }

    @Test(.enabled(if: geteuid() == 0)) func `another user's is refused`() throws {
        _ = try SecureDirectory(creating: path)
        #expect(chown(path, 65_534, 65_534) == 0)
        #expect(code { try SecureDirectory(existing: path) } == .otherUser)
    }

    @Test(arguments: [
        ("/", "/"), ("/a", "/"), ("/a/b", "/a"), ("/a//b", "/a"), ("a", "."), ("a/b", "a"), (".", "."),
    ])
    func `the parent of a path`(_ path: String, _ parent: String) {
        #expect(SecureDirectory.parent(of: path) == parent)
    }

    private func status(_ path: String) throws -> stat {
        var status = stat()
        try #require(lstat(path, &status) == 0)
        return status
    }

    private func code(_ body: () throws -> SecureDirectory) -> FileSystemError.Code? {
        #expect(throws: FileSystemError.self) { try body() }?.code
    }

    private func number(_ body: () throws -> SecureDirectory) -> CInt? {
        #expect(throws: FileSystemError.self) { try body() }?.number
    }
}
