import Glibc
import Platform
import SimulatedWorker
import StoredFiles
import Testing

/// What the simulated disk makes of files in folders, which market-service keeps its pictures in.
@Suite("Files of a simulated disk")
struct SimulatedFileTests {
    /// How far somebody came who makes a file.
    enum Step: CaseIterable {
        case written, renamed, durable
    }

    private static let bytes = [UInt8]((0..<3_000).map { UInt8(truncatingIfNeeded: $0) })

    /// What is found under the name of a file after a loss of power, in many lives.
    private func found(after step: Step) throws -> Set<[UInt8]?> {
        let directories = try SimulationDirectory()
        defer { directories.remove() }
        var found: Set<[UInt8]?> = []
        for seed in 0..<60 {
            let disk = try SimulatedDisk(directory: directories.next(), seed: UInt64(seed))
            let folder = "\(disk.directory)/folder"
            mkdir(folder, 0o700)
            let (draft, path) = ("\(folder)/draft", "\(folder)/file")
            let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            #expect(write(descriptor, Self.bytes, Self.bytes.count) == Self.bytes.count)
            if step != .written { #expect(fsync(descriptor) == 0) }
            close(descriptor)
            #expect(rename(draft, path) == 0)
            if step == .durable { try DurableFile.syncDirectory(folder) }
            try disk.losePower()
            found.insert(try SimulatedDisk.outside { try SimulatedDisk.read(path) })
        }
        return found
    }

    @Test("a loss of power takes bytes that were not synced, and names of which the folder was not")
    func steps() throws {
        let written = try found(after: .written)
        #expect(written.contains(nil) && written.contains { $0 != nil && $0 != Self.bytes })
        #expect(try found(after: .renamed) == [nil, Self.bytes])
        #expect(try found(after: .durable) == [Self.bytes])
    }

    @Test("a deleted file may come back unless its folder was synced")
    func deletion() throws {
        let directories = try SimulationDirectory()
        defer { directories.remove() }
        for isSynced in [false, true] {
            var comesBack = false
            for seed in 0..<40 {
                let disk = try SimulatedDisk(directory: directories.next(), seed: UInt64(seed))
                let folder = "\(disk.directory)/folder"
                mkdir(folder, 0o700)
                try DurableFile.write(Self.bytes, to: "\(folder)/file", isReplacing: true)
                #expect(unlink("\(folder)/file") == 0)
                if isSynced { try DurableFile.syncDirectory(folder) }
                try disk.losePower()
                comesBack =
                    try comesBack || SimulatedDisk.outside { try SimulatedDisk.read("\(folder)/file") == Self.bytes }
            }
            #expect(comesBack == !isSynced)
        }
    }

    @Test("a file that was stored survives every loss of power, and one that was not is an error")
    func storedFiles() throws {
        let directories = try SimulationDirectory()
        defer { directories.remove() }
        var failures = 0
        for seed in 0..<200 {
            let disk = try SimulatedDisk(directory: directories.next(), seed: UInt64(seed))
            disk.setClock(1_795_219_200_000)
            let clock = disk.clock
            let store = try FileStore(directory: "\(disk.directory)/files", names: "", clock: { clock.milliseconds })
            switch seed % 4 {
            case 0: disk.failSyncs(1, after: seed / 4 % 3)
            case 1: disk.setRoom(seed * 10)
            case 2: disk.crash(after: 1 + seed / 4 % 6)
            default: break
            }
            let hash = try? store.add(Self.bytes)
            failures += hash == nil ? 1 : 0
            disk.heal()
            try disk.losePower()
            guard let hash else { continue }
            #expect(try store.bytes(of: hash) == Self.bytes, "seed \(seed)")
        }
        #expect(failures > 50)
    }
}
