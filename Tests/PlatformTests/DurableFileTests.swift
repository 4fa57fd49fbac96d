import CSimulatedDisk
import Foundation
import Platform
import TestKit
import Testing

struct DurableFileTests {
    private let temporary: TemporaryDirectory
    private var path: String { temporary.path + "/file" }

    init() throws { temporary = try TemporaryDirectory() }

    @Test func `a file is written whole for its owner alone, its name is durable, and no draft stays`() throws {
        CSimulatedDisk_watch_syncs()
        try DurableFile.write([1, 2, 3], to: path, isReplacing: false)
        #expect(try contents() == [1, 2, 3])
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        #expect(isDirectorySynced)
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path) == ["file"])
    }

    @Test func `a file that is there is replaced only when that is wanted`() throws {
        try DurableFile.write([1], to: path, isReplacing: false)
        #expect(number { try DurableFile.write([2], to: path, isReplacing: false) } == EEXIST)
        #expect(number { try DurableFile.create(path, bytes: [2]) } == EEXIST)
        #expect(try contents() == [1])
        try DurableFile.write([3], to: path, isReplacing: true)
        #expect(try contents() == [3])
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path) == ["file"])
    }

    @Test func `a name that cannot be made durable is an error of writing and of renaming`() throws {
        try DurableFile.write([1], to: path, isReplacing: false)
        CSimulatedDisk_refuse_directory_syncs(EINVAL)
        defer { CSimulatedDisk_refuse_directory_syncs(0) }
        #expect(number { try DurableFile.write([2], to: path, isReplacing: true) } == EINVAL)
        #expect(number { try DurableFile.rename(path, to: path + "2") } == EINVAL)
    }

    @Test(arguments: [EINVAL, EROFS])
    func `where it is only wanted if possible, a file system without it is no error`(_ refusal: CInt) throws {
        CSimulatedDisk_refuse_directory_syncs(refusal)
        defer { CSimulatedDisk_refuse_directory_syncs(0) }
        #expect(number { try DurableFile.syncDirectory(temporary.path) } == refusal)
        try DurableFile.syncDirectory(temporary.path, policy: .ifPossible)
        try DurableFile.syncAncestors(of: temporary.path)
    }

    @Test func `a disk that fails is an error in any case`() {
        CSimulatedDisk_refuse_directory_syncs(EIO)
        defer { CSimulatedDisk_refuse_directory_syncs(0) }
        #expect(number { try DurableFile.syncDirectory(temporary.path, policy: .ifPossible) } == EIO)
        #expect(number { try DurableFile.syncAncestors(of: temporary.path) } == EIO)
    }

    @Test func `what is no directory is not synced as one`() throws {
        try DurableFile.create(path, bytes: [])
        #expect(number { try DurableFile.syncDirectory(path, policy: .ifPossible) } == ENOTDIR)
        #expect(number { try DurableFile.sync(path + "2") } == ENOENT)
    }

    @Test func `a pipe is synced only if possible`() {
        var ends: [CInt] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        #expect(number { try DurableFile.sync(ends[1], path: "a pipe") } == EINVAL)
        #expect(throws: Never.self) { try DurableFile.sync(ends[1], path: "a pipe", policy: .ifPossible) }
    }

    private var isDirectorySynced: Bool {
        var status = stat()
        return lstat(temporary.path, &status) == 0
            && CSimulatedDisk_has_synced(UInt64(status.st_dev), UInt64(status.st_ino))
    }

    private func contents() throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: path))) }

    private func number(_ body: () throws -> Void) -> CInt? {
        #expect(throws: FileSystemError.self) { try body() }?.number
    }
}
