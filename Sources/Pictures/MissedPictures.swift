internal import Synchronization

/// Pictures that somebody has asked for, and that are not there.
final class MissedPictures: Sendable {
    /// Nobody may ever take them.
    private static let maxCount = 256
    private let pictures = Mutex<Set<PictureHash>>([])

    func add(_ hash: PictureHash) {
        pictures.withLock { if $0.count < Self.maxCount { $0.insert(hash) } }
    }

    func take() -> [PictureHash] {
        pictures.withLock { pictures in
            defer { pictures = [] }
            return Array(pictures)
        }
    }
}
