import SimulatedWorker
import StoredFiles

@testable import Journal
@testable import MarketService
@testable import SQLite
@testable import SQLiteJournal

/// The pictures that the rows of an open store name, and the files beside it, as they really are.
struct StoredPictures {
    /// The files that rows name.
    private(set) var named: Set<String> = []
    private var directory = ""

    init(_ journal: SQLiteJournal, of server: SuiteServer) throws {
        guard let disk = server.disk else { return }
        let query = "SELECT hash FROM image UNION SELECT thumbnail_hash FROM image"
        named = try journal.requireConnection().read { (database) throws(StorageError) in
            try database.query(query) { (row) throws(StorageError) in
                var named: Set<String> = []
                while try row.next() { named.insert(row.text(at: 0) ?? "") }
                return named
            }
        }
        directory = MarketWorker.pictureDirectory(in: disk.directory)
    }

    /// What a row names is there, and whole.
    var damage: [String] {
        named.sorted().compactMap { name in
            let path = "\(directory)/\(name.prefix(2))/\(name)"
            guard let bytes = try? SimulatedDisk.outside({ try SimulatedDisk.read(path) }) else {
                return "a product names the picture \(name), which is not there"
            }
            return FileHash(of: bytes).description == name ? nil : "the picture \(name) of a product is not whole"
        }
    }

    /// The files that nobody names, drafts too.
    var orphans: [String] {
        let files = SimulatedDisk.outside { DirectoryTree.files(directory) }
        return files.compactMap { $0.split(separator: "/").last.map(String.init) }.filter { !named.contains($0) }
    }
}
