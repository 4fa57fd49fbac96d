import Journal
import Messages
import Pictures

/// A picture that was checked and lies in its file, with its thumbnail in another.
struct StoredPicture: Sendable {
    /// What is known of one file.
    struct File: Sendable {
        let hash: FileHash
        let format: PictureFormat
        /// Both in pixels.
        let width: Int
        let height: Int
    }

    let original: File
    let thumbnail: File
}

extension FileHash {
    /// What callers know a picture by.
    var short: String { String(description.prefix(MarketImageReference.hashLength)) }
}
