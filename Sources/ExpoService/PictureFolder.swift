import ExpoDomain
import WorkerEngine

/// The folder of pictures in a data directory.
///
/// Only files in this very folder are read: a name of a picture has no slash, and no link is followed.
struct PictureFolder {
    /// Its name in the data directory.
    static let name = "images"
    /// The most bytes of one picture: what a frame may carry.
    static let maxPictureBytes = WorkerLimits().frameBytes
    /// The most bytes of all pictures together, because they are kept in memory.
    static let maxTotalBytes = 256 << 20

    private let folder: Descriptor
    private var room: Int
    /// The files by their names, of which two are equal when they differ in the form of characters only: where data were written on
    /// another system than their pictures, one has syllables and the other letters.
    private let files: [String: String]

    /// Opens the folder.
    ///
    /// - Parameters:
    ///   - directory: The open data directory.
    ///   - room: The most bytes of all pictures together.
    init(in directory: Descriptor, room: Int = Self.maxTotalBytes) throws(FileError) {
        folder = try directory.folder(Self.name)
        files = Dictionary(try folder.names().map { ($0, $0) }) { first, _ in first }
        self.room = room
    }

    /// Reads a picture, whichever format it has; `nil` when there is none.
    ///
    /// - Throws: ``FileError`` when there is one that cannot be read.
    mutating func picture(_ name: ImageName) throws(FileError) -> Drawing? {
        for format in DrawingFormat.allCases {
            let name = "\(name).\(format.rawValue)"
            do throws(FileError) {
                let file: Descriptor
                do throws(FileError) {
                    file = try folder.file(name, followsLinks: false)
                } catch {
                    guard case .missing = error.code, let alike = files[name] else { throw error }
                    file = try folder.file(alike, followsLinks: false)
                }
                let bytes = try file.bytes(atMost: min(Self.maxPictureBytes, room))
                room -= bytes.count
                return Drawing(mediaType: format.mediaType, bytes: bytes)
            } catch {
                switch error.code {
                case .missing: continue
                case .tooLarge(let bytes): return .tooLarge(bytes: bytes)
                case .wrongKind, .system: throw error
                }
            }
        }
        return nil
    }
}
