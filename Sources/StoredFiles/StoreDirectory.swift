internal import Journal
internal import Platform

/// The directory of a store of files, with its 256 folders.
struct StoreDirectory: Hashable, Sendable {
    let path: String

    /// Makes what is missing of it, durably, and refuses a directory that others control or may look into.
    ///
    /// All folders are made here, so that storing a file never has to make one durable.
    init(preparing path: String) throws(StorageError) {
        do throws(FileSystemError) {
            self.path = try SecureDirectory(creating: path, called: "file directory").path
            for number in 0..<256 { try SecureDirectory.make(folder(number), isDurable: false) }
            // Also where all are there: a start that was cut short may have made them and got no further.
            try DurableFile.syncDirectory(self.path)
            try DurableFile.syncDirectory(SecureDirectory.parent(of: self.path))
        } catch {
            throw StorageError(error)
        }
    }

    /// The path of a folder, 0…255.
    func folder(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return "\(path)/\(digits.count == 1 ? "0" : "")\(digits)"
    }

    /// The path of the folder of a file.
    func folder(of hash: FileHash) -> String { "\(path)/\(hash.description.prefix(2))" }
}
