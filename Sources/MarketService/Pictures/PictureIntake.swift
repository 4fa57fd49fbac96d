import Journal
import Messages
import Pictures
import StoredFiles

/// Takes pictures of a product in: all of them, checked, made upright, small and durable, or none.
struct PictureIntake: Sendable {
    let store: FileStore
    let decoding: any PictureDecoding

    /// Checks the pictures, and stores them and their thumbnails.
    ///
    /// It takes up to some seconds and waits for the disk. Files that no product comes to name are swept later.
    ///
    /// - Throws: ``RPCError``: `IMAGE_REJECTED` with a violation for each picture that is refused; `OVERLOADED` without
    ///   memory, or while others have taken it; `STORAGE_UNAVAILABLE` when they cannot be stored; `INTERNAL` when there is
    ///   nothing to decode them in.
    func take(_ frames: [[UInt8]]) throws(RPCError) -> [StoredPicture] {
        var violations: [Violation] = []
        var pictures: [DecodedPicture] = []
        for (position, frame) in frames.enumerated() {
            do throws(PictureError) {
                pictures.append(try decoding.decode(frame))
            } catch {
                guard let violation = Violation(error, at: position) else { throw RPCError(error) }
                violations.append(violation)
            }
        }
        guard violations.isEmpty else {
            var refusal = RPCError(.imageRejected, violations.map(\.detail).joined(separator: "; "))
            refusal.violations = violations
            throw refusal
        }
        var stored: [StoredPicture] = []
        for picture in pictures {
            do throws(StorageError) {
                let original = try store.store(picture.original)
                let thumbnail = try store.store(picture.thumbnail)
                stored.append(StoredPicture(original: original, thumbnail: thumbnail))
            } catch {
                var refusal = RPCError(.storageUnavailable, error.message)
                refusal.retryAfterMilliseconds = 500
                throw refusal
            }
        }
        return stored
    }
}

extension FileStore {
    /// Stores one of the two files of a picture.
    fileprivate func store(_ file: DecodedPicture.File) throws(StorageError) -> StoredPicture.File {
        StoredPicture.File(hash: try add(file.bytes), format: file.format, width: file.width, height: file.height)
    }
}
