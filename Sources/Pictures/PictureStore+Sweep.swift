extension PictureStore {
    /// Removes old pictures that nobody names any more, and drafts that were left behind, a bounded number of files at a
    /// time.
    ///
    /// A picture that is stored again while this runs stays: storing renews it, and under the lock of its folder each
    /// file's age is looked at once more before it goes. So nothing is lost as long as whoever stores a picture names it
    /// within `age`.
    ///
    /// - Parameters:
    ///   - age: Seconds since a file was written or stored again, at least 1: younger ones stay. It has to be longer than
    ///     any request may take.
    ///   - position: ``PictureSweep/next`` of the call before; `nil` to begin.
    ///   - limit: The most files to look at, at least 1.
    ///   - keeping: Of the old pictures it is given, says which are still named. Called once at most.
    /// - Returns: What was done and where to go on.
    /// - Throws: ``PictureStoreError``, or what `keeping` throws; what was removed before stays removed.
    package func sweep(
        olderThan age: Int,
        after position: PictureHash? = nil,
        limit: Int = 1_000,
        keeping: ([PictureHash]) throws -> Set<PictureHash>,
    ) throws -> PictureSweep {
        let found = try oldPictures(olderThan: age, after: position, limit: limit)
        guard !found.pictures.isEmpty else { return found.sweep }
        let kept = try keeping(found.pictures)
        var sweep = found.sweep
        for hash in found.pictures where !kept.contains(hash) {
            guard let bytes = try remove(hash, olderThan: age) else { continue }
            sweep.removed += 1
            sweep.bytes += bytes
        }
        return sweep
    }

    /// The first half of a sweep, for a caller that has to wait before it knows which pictures are still named: finds old
    /// ones and removes old drafts.
    ///
    /// - Parameters: As for ``sweep(olderThan:after:limit:keeping:)``.
    /// - Returns: The old pictures in the order of their hashes, and a sweep that has removed none of them.
    package func oldPictures(
        olderThan age: Int,
        after position: PictureHash? = nil,
        limit: Int = 1_000,
    ) throws(PictureStoreError) -> (pictures: [PictureHash], sweep: PictureSweep) {
        var sweep = PictureSweep()
        var pictures: [PictureHash] = []
        let start = position.flatMap { Int($0.folder, radix: 16) } ?? 0
        for number in start..<256 {
            let folder = try StoreFolder(locking: directory.folder(number))
            let names = try folder.names()
            for draft in names where draft.hasSuffix(Self.draftSuffix) {
                guard try isOld(draft, in: folder, age: age) != nil else { continue }
                try folder.remove(draft)
                sweep.drafts += 1
            }
            let hashes = names.compactMap(PictureHash.init).filter { hash in position.map { hash > $0 } ?? true }
            for hash in hashes.sorted() {
                guard sweep.examined < max(limit, 1) else { return (pictures, sweep) }
                sweep.examined += 1
                sweep.next = hash
                if try isOld(hash.description, in: folder, age: age) != nil { pictures.append(hash) }
            }
        }
        sweep.next = nil
        return (pictures, sweep)
    }

    /// The second half of a sweep: removes a picture unless it was stored again meanwhile.
    ///
    /// - Parameters:
    ///   - hash: A picture that nobody names.
    ///   - age: As for ``sweep(olderThan:after:limit:keeping:)``.
    /// - Returns: Its bytes, or `nil` when it is there no more or has become young.
    package func remove(_ hash: PictureHash, olderThan age: Int) throws(PictureStoreError) -> Int? {
        let folder = try StoreFolder(locking: directory.folder(of: hash))
        guard let status = try isOld(hash.description, in: folder, age: age) else { return nil }
        try folder.remove(hash.description)
        return status.bytes
    }

    private func isOld(_ name: String, in folder: StoreFolder, age: Int) throws(PictureStoreError) -> FileStatus? {
        guard let status = try folder.status(of: name) else { return nil }
        // One of later than now was written under a clock that has been set since.
        return abs(clock() / 1_000 - status.changed) > max(age, 1) ? status : nil
    }
}

/// What one call of a sweep has done.
package struct PictureSweep: Sendable, Hashable {
    /// Files that were looked at.
    package internal(set) var examined = 0
    /// Pictures that were removed.
    package internal(set) var removed = 0
    /// Their bytes.
    package internal(set) var bytes = 0
    /// Drafts of interrupted writes that were removed.
    package internal(set) var drafts = 0
    /// Where the next call goes on; `nil` when the sweep has come to the end.
    package internal(set) var next: PictureHash?
}
