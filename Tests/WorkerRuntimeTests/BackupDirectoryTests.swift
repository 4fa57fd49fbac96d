import CSimulatedDisk
import Foundation
import Platform
import TestKit
import Testing

@testable import WorkerRuntime

struct BackupDirectoryTests {
    @Test func `a backup whose names cannot be made durable is none`() throws {
        let directory = try TemporaryDirectory()
        try BackupDirectory.make(directory.path + "/a/b")
        try BackupDirectory.sync(directory.path)
        CSimulatedDisk_refuse_directory_syncs(EINVAL)
        defer { CSimulatedDisk_refuse_directory_syncs(0) }
        let error = #expect(throws: FileSystemError.self) { try BackupDirectory.sync(directory.path) }
        #expect(error?.number == EINVAL)
    }

    @Test func `every directory below is synced too`() throws {
        let directory = try TemporaryDirectory()
        let made = ["/a/b", "/a", ""].map { directory.path + $0 }
        try BackupDirectory.make(made[0])
        CSimulatedDisk_watch_syncs()
        try BackupDirectory.sync(directory.path)
        for path in made {
            var status = stat()
            #expect(lstat(path, &status) == 0)
            #expect(CSimulatedDisk_has_synced(UInt64(status.st_dev), UInt64(status.st_ino)), "\(path)")
        }
    }
}
