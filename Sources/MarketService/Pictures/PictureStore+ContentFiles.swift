import Journal
import Messages
import Pictures

/// The pictures as files that the rows of a store name: what workers of one stream give each other.
extension PictureStore: ContentFiles {
    var namesQuery: String { "SELECT hash FROM image UNION SELECT thumbnail_hash FROM image" }

    func bytes(of hash: FileHash) throws(StorageError) -> [UInt8] {
        try storing { () throws(PictureStoreError) in try bytes(of: PictureHash(hash)) }
    }

    func add(_ bytes: [UInt8]) throws(StorageError) {
        try storing { () throws(PictureStoreError) in _ = try store(bytes) }
    }

    func keep(_ hash: FileHash) throws(StorageError) -> Bool {
        try storing { () throws(PictureStoreError) in try renew(PictureHash(hash)) }
    }

    func takeMissed() -> [FileHash] { takeMissed().compactMap { (hash: PictureHash) in FileHash(hash.description) } }

    private func storing<Value>(_ body: () throws(PictureStoreError) -> Value) throws(StorageError) -> Value {
        do throws(PictureStoreError) {
            return try body()
        } catch {
            let code: StorageError.Code =
                switch error.code {
                case .full: .full
                case .readOnly: .readOnly
                case .foreign: .foreign
                case .failing, .tooLarge, .missing, .damaged: .failing
                }
            throw StorageError(code, error.message)
        }
    }
}

extension PictureHash {
    /// What callers know a picture by.
    var short: String { String(description.prefix(MarketImageReference.hashLength)) }

    init(_ hash: FileHash) { self.init(sha256: hash.bytes) }
}
