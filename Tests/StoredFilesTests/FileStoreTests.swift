import CSimulatedDisk
import Foundation
import Journal
import StoredFiles
import TestKit
import Testing

@Suite("A store of files")
struct FileStoreTests {
    let directory = FileDirectory()
    let file = [UInt8](repeating: 7, count: 100_000) + [1, 2, 3]

    @Test("gives back what was stored, also after it was opened anew")
    func roundTrip() throws {
        let store = try FileStore(directory: directory.path, names: "")
        let hash = try store.add(file)
        #expect(hash == FileHash(of: file))
        #expect(try store.bytes(of: hash) == file)
        #expect(try FileStore(directory: directory.path + "/", names: "").bytes(of: hash) == file)
        #expect(try store.bytes(of: store.add([])) == [])
    }

    @Test("names a file by the SHA-256 of its bytes, for its owner alone")
    func names() throws {
        let hash = try FileStore(directory: directory.path, names: "").add(Array("abc".utf8))
        // The example of FIPS 180-2.
        #expect(hash.description == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(try directory.files() == ["ba/\(hash)"])
        for (path, mode) in [(directory.path, 0o700), (directory.path + "/ba", 0o700), (directory.file(hash), 0o600)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == mode, "\(path)")
        }
    }

    @Test("keeps one file of what is stored twice, and does not write it again")
    func twice() throws {
        let store = try FileStore(directory: directory.path, names: "")
        let hash = try store.add(file)
        let number = try FileManager.default.attributesOfItem(atPath: directory.file(hash))[.systemFileNumber] as? Int
        try store.add(file)
        let again = try FileManager.default.attributesOfItem(atPath: directory.file(hash))[.systemFileNumber] as? Int
        #expect(number != nil && number == again)
        #expect(try directory.files().count == 1)
    }

    @Test("says when a file is missing")
    func missing() throws {
        let store = try FileStore(directory: directory.path, names: "")
        #expect(message { _ = try store.bytes(of: FileHash(of: file)) }.hasPrefix("there is no file "))
    }

    @Test("says when a file holds something else, and storing the file again mends it")
    func damaged() throws {
        let store = try FileStore(directory: directory.path, names: "")
        let hash = try store.add(file)
        var other = file
        other[50_000] ^= 1
        for content in [other, Array(file.dropLast()), file + [0], []] {
            try Data(content).write(to: URL(filePath: directory.file(hash)))
            #expect(message { _ = try store.bytes(of: hash) }.contains(" is damaged: "))
            try store.add(file)
            #expect(try store.bytes(of: hash) == file)
        }
        try FileManager.default.removeItem(atPath: directory.file(hash))
        try FileManager.default.createSymbolicLink(atPath: directory.file(hash), withDestinationPath: "/etc/hostname")
        #expect(throws: StorageError.self) { try store.bytes(of: hash) }
        try store.add(file)
        #expect(try store.bytes(of: hash) == file)
    }

    @Test("refuses a directory that is a link or a file, and a file that is no file's size")
    func foreign() throws {
        let store = try FileStore(directory: directory.path, names: "")
        let above = URL(filePath: directory.path).deletingLastPathComponent()
        let link = above.appending(path: "link").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: directory.path)
        let file = above.appending(path: "file").path
        try Data().write(to: URL(filePath: file))
        for path in [link, link + "/", file] {
            #expect(try code { _ = try FileStore(directory: path, names: "") } == .foreign, "\(path)")
        }
        let huge = [UInt8](repeating: 0, count: FileStore.maxFileBytes + 1)
        #expect(message { try store.add(huge) }.hasSuffix("at most \(FileStore.maxFileBytes)"))
    }

    @Test("refuses a directory that others may enter", arguments: [0o701, 0o755])
    func openToOthers(_ mode: Int) throws {
        _ = try FileStore(directory: directory.path, names: "")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: directory.path)
        #expect(try code { _ = try FileStore(directory: directory.path, names: "") } == .foreign)
    }

    @Test("leaves nothing behind on a full disk or a read-only one", .enabled(if: SmallDisk.isAvailable))
    func disk() throws {
        let disk = try SmallDisk(kilobytes: 1_500)
        let path = disk.path + "/store"
        let store = try FileStore(directory: path, names: "")
        let kept = try store.add([1, 2, 3])
        let large = [UInt8](repeating: 9, count: 2_000_000)
        #expect(try code { try store.add(large) } == .full)
        #expect(try FileManager.default.subpathsOfDirectory(atPath: path).filter { $0.contains("/") }.count == 1)
        #expect(message { _ = try store.bytes(of: FileHash(of: large)) }.hasPrefix("there is no file "))
        try disk.makeReadOnly()
        #expect(try code { try store.add([4, 5, 6]) } == .readOnly)
        #expect(try code { try store.add([1, 2, 3]) } == .readOnly)
        #expect(try store.bytes(of: kept) == [1, 2, 3])
        // Without anything to make, opening needs no writing.
        #expect(try FileStore(directory: path, names: "").bytes(of: kept) == [1, 2, 3])
        try disk.makeWritable()
        try store.add(file)
    }

    @Test("has its folders on the disk when it is opened, and a file's name when that is stored, also once more")
    func durable() throws {
        CSimulatedDisk_watch_syncs()
        let store = try FileStore(directory: directory.path, names: "")
        let above = URL(filePath: directory.path).deletingLastPathComponent().path
        #expect(try [directory.path, above].map(isSynced) == [true, true])
        for _ in 0..<2 {
            CSimulatedDisk_watch_syncs()
            let hash = try store.add(file)
            #expect(try isSynced("\(directory.path)/\(hash.description.prefix(2))"))
        }
    }

    @Test("does not say that it has stored a file whose name may not be on the disk")
    func failedSync() throws {
        let store = try FileStore(directory: directory.path, names: "")
        CSimulatedDisk_refuse_directory_syncs(EIO)
        defer { CSimulatedDisk_refuse_directory_syncs(0) }
        for _ in 0..<2 { #expect(try code { try store.add(file) } == .failing) }
    }

    private func isSynced(_ path: String) throws -> Bool {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        let device = try #require((attributes[.systemNumber] as? NSNumber)?.uint64Value)
        let inode = try #require((attributes[.systemFileNumber] as? NSNumber)?.uint64Value)
        return CSimulatedDisk_has_synced(device, inode)
    }

    @Test("takes the same and other files from many threads at once")
    func threads() throws {
        let store = try FileStore(directory: directory.path, names: "")
        DispatchQueue.concurrentPerform(iterations: 64) { index in
            let bytes = [UInt8](repeating: UInt8(index % 8), count: 10_000)
            for _ in 0..<4 {
                let hash = try? store.add(bytes)
                #expect(hash.flatMap { try? store.bytes(of: $0) } == bytes)
            }
        }
        #expect(try directory.files().count == 8)
    }

    @Test("takes 64 hexadecimal digits for a hash, and nothing else")
    func hashes() {
        let digits = String(repeating: "0123456789abcdef", count: 4)
        #expect(FileHash(digits)?.description == digits)
        for text in ["", digits.uppercased(), String(digits.dropLast()), digits + "0", "../" + digits.dropFirst(3)] {
            #expect(FileHash(text) == nil, "\(text)")
        }
    }

    private func message(_ body: () throws -> Void) -> String {
        (#expect(throws: StorageError.self, performing: body))?.message ?? ""
    }

    private func code(_ body: () throws -> Void) throws -> StorageError.Code? {
        do {
            try body()
            return nil
        } catch let error as StorageError {
            return error.code
        }
    }
}
