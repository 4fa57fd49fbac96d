package import Journal
package import ReplicatedLog

/// Fetches the files that rows name and this worker does not have, one after the other.
package final class FileFetch {
    private var missing: ArraySlice<FileHash>
    private let log: any ReplicatedLog
    private let files: any ContentFiles
    /// How many were fetched.
    package private(set) var count = 0
    /// Those that the log does not have, or not as they were stored.
    package private(set) var absent: [FileHash] = []

    /// - Parameters:
    ///   - names: The files; one that is there is left alone.
    ///   - log: Where they are.
    ///   - files: Where they go.
    package init(_ names: [FileHash], from log: any ReplicatedLog, to files: any ContentFiles) {
        missing = names[...]
        (self.log, self.files) = (log, files)
    }

    /// Begins, once.
    ///
    /// A file that cannot be had is reported by ``absent``, and the others are fetched all the same.
    ///
    /// - Parameter done: Called once, before this returns when all are there; gets what may pass.
    package func start(_ done: @escaping (Result<Void, LogError>) -> Void) {
        do throws(StorageError) {
            while let name = missing.first {
                guard try files.keep(name) else { return fetch(name, done: done) }
                missing.removeFirst()
            }
            done(.success(()))
        } catch {
            done(.failure(LogError(.failing, error.message)))
        }
    }

    private func fetch(_ name: FileHash, done: @escaping (Result<Void, LogError>) -> Void) {
        guard let hash = BlobHash(bytes: name.bytes) else { return skip(name, done: done) }
        log.readBlob(hash) { [self] result in
            switch result {
            case .failure(let error) where error.code == .damaged: skip(name, done: done)
            case .failure(let error): done(.failure(error))
            case .success(nil): skip(name, done: done)
            case .success(let bytes?):
                do throws(StorageError) {
                    try files.add(bytes)
                } catch {
                    return done(.failure(LogError(.failing, error.message)))
                }
                count += 1
                missing.removeFirst()
                start(done)
            }
        }
    }

    private func skip(_ name: FileHash, done: @escaping (Result<Void, LogError>) -> Void) {
        absent.append(name)
        missing.removeFirst()
        start(done)
    }
}
