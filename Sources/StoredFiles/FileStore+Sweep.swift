package import Journal

extension FileStore {
    /// The first half of a sweep: finds old files, a bounded number at a time, and removes drafts that were left behind.
    ///
    /// - Parameters:
    ///   - age: Seconds since a file was written or stored again, at least 1: younger ones stay. It has to be longer than
    ///     any request may take.
    ///   - position: ``FileSweep/next`` of the call before; `nil` to begin.
    ///   - limit: The most files to look at, at least 1.
    /// - Returns: The old files in the order of their hashes, and how far it came.
    package func oldFiles(
        olderThan age: Int,
        after position: FileHash? = nil,
        limit: Int = 1_000,
    ) throws(StorageError) -> (files: [FileHash], sweep: FileSweep) {
        var sweep = FileSweep()
        var files: [FileHash] = []
        let start = position.flatMap { $0.bytes.first }.map { Int($0) } ?? 0
        for number in start..<256 {
            let folder = try StoreFolder(locking: directory.folder(number))
            let names = try folder.names()
            for draft in names where draft.hasSuffix(Self.draftSuffix) {
                guard try isOld(draft, in: folder, age: age) else { continue }
                try folder.remove(draft)
                sweep.drafts += 1
            }
            let hashes = names.compactMap(FileHash.init).filter { hash in position.map { hash > $0 } ?? true }
            for hash in hashes.sorted() {
                guard sweep.examined < max(limit, 1) else { return (files, sweep) }
                sweep.examined += 1
                sweep.next = hash
                if try isOld(hash.description, in: folder, age: age) { files.append(hash) }
            }
        }
        sweep.next = nil
        return (files, sweep)
    }

    /// The second half of a sweep: removes a file that nobody names, unless it was stored again meanwhile.
    ///
    /// Storing renews a file, and under the lock of its folder its age is looked at once more before it goes. So nothing is
    /// lost as long as whoever stores a file names it within `age`.
    ///
    /// - Returns: Whether it was there and old, and is gone now.
    @discardableResult
    package func remove(_ hash: FileHash, olderThan age: Int) throws(StorageError) -> Bool {
        let folder = try StoreFolder(locking: directory.folder(of: hash))
        guard try isOld(hash.description, in: folder, age: age) else { return false }
        try folder.remove(hash.description)
        return true
    }

    private func isOld(_ name: String, in folder: StoreFolder, age: Int) throws(StorageError) -> Bool {
        guard let status = try folder.status(of: name) else { return false }
        // One of later than now was written under a clock that has been set since.
        return abs(clock() / 1_000 - status.changed) > max(age, 1)
    }
}

/// What one call of a sweep has done.
package struct FileSweep: Sendable, Hashable {
    /// Files that were looked at.
    package internal(set) var examined = 0
    /// Drafts of interrupted writes that were removed.
    package internal(set) var drafts = 0
    /// Where the next call goes on; `nil` when the sweep has come to the end.
    package internal(set) var next: FileHash?
}
