import Messages
import Pictures

/// Takes the pictures of a new product in: all of them, checked, made upright, small and durable, or none.
struct PictureIntake: Sendable {
    let store: PictureStore
    let budget: DecodingBudget

    /// Checks the pictures, and stores them and their thumbnails.
    ///
    /// It takes up to some seconds and waits for the disk. Files that no product comes to name are swept later.
    ///
    /// - Parameter frames: The pictures as they were sent.
    /// - Throws: ``RPCError``: `IMAGE_REJECTED` with a violation for each picture that is refused; `OVERLOADED` without
    ///   memory, or while others have taken it; `STORAGE_UNAVAILABLE` when they cannot be stored.
    func take(_ frames: [[UInt8]]) throws(RPCError) -> [StoredPicture] {
        var violations: [Violation] = []
        var pictures: [Picture] = []
        for (position, frame) in frames.enumerated() {
            let picture: Picture?
            do throws(PictureError) {
                let header = try PictureHeader(frame)
                guard header.decodingBytes <= budget.byteCount else {
                    violations.append(Self.tooLarge(header, at: position, most: budget.byteCount))
                    continue
                }
                picture = try budget.taking(header.decodingBytes) { () throws(PictureError) in try Picture(frame) }
            } catch {
                guard let violation = Violation(error, at: position) else {
                    throw Self.overloaded("there is no memory to look at a picture now")
                }
                violations.append(violation)
                continue
            }
            guard let picture else { throw Self.overloaded("other pictures have taken the memory for decoding") }
            pictures.append(picture)
        }
        guard violations.isEmpty else {
            var refusal = RPCError(.imageRejected, violations.map(\.detail).joined(separator: "; "))
            refusal.violations = violations
            throw refusal
        }
        var stored: [StoredPicture] = []
        for picture in pictures {
            do throws(PictureStoreError) {
                let original = StoredPicture.File(
                    hash: try store.store(picture.bytes),
                    format: picture.header.format,
                    width: picture.header.width,
                    height: picture.header.height
                )
                let thumbnail = StoredPicture.File(
                    hash: try store.store(picture.thumbnail.bytes),
                    format: picture.thumbnail.format,
                    width: picture.thumbnail.width,
                    height: picture.thumbnail.height
                )
                stored.append(StoredPicture(original: original, thumbnail: thumbnail))
            } catch {
                var refusal = RPCError(.storageUnavailable, error.message)
                refusal.retryAfterMilliseconds = 500
                throw refusal
            }
        }
        return stored
    }

    private static func overloaded(_ detail: String) -> RPCError {
        var refusal = RPCError(.overloaded, detail)
        refusal.retryAfterMilliseconds = 1_000
        return refusal
    }

    private static func tooLarge(_ header: PictureHeader, at position: Int, most: Int) -> Violation {
        let (needed, allowed) = (header.decodingBytes >> 20, most >> 20)
        return Violation(
            path: ["images", String(position)],
            reason: .range,
            detail: "images/\(position): Decoding it may take \(needed) MiB, at most \(allowed) are allowed."
        )
    }
}
