package import ReplicatedLog
package import Storage

/// Fetches the files that rows name and this worker does not have, one after the other.
package final class FileFetch {
    private var missing: ArraySlice<FileHash>
    private let log: any ReplicatedLog
    private let files: any ContentFiles
    /// How many were fetched.
    package private(set) var count = 0

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
    /// - Parameter done: Called once, before this returns when all are there. Of a failure, `damaged` says that the log does not
    ///   have a file that it must have; any other may pass.
    package func start(_ done: @escaping (Result<Void, LogError>) -> Void) {
        do throws(StorageError) {
            while let name = missing.first {
                guard try files.keep(name) else { return fetch(name, done) }
                missing.removeFirst()
            }
            done(.success(()))
        } catch {
            done(.failure(LogError(.failing, error.message)))
        }
    }

    private func fetch(_ name: FileHash, _ done: @escaping (Result<Void, LogError>) -> Void) {
        guard let hash = BlobHash(bytes: name.bytes) else { return done(.failure(.missingFile(name))) }
        log.readBlob(hash) { [self] result in
            switch result {
            case .failure(let error): done(.failure(error))
            case .success(nil): done(.failure(.missingFile(name)))
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
}

extension LogError {
    fileprivate static func missingFile(_ name: FileHash) -> LogError {
        LogError(.damaged, "The file \(name), which a row names, is not in the log")
    }
}
