package import Journal
package import ReplicatedLog

/// Makes the log keep the files that the rows of a store name, one after the other.
package final class FileUpload {
    private var names: ArraySlice<FileHash>
    private let log: any ReplicatedLog
    private let files: any ContentFiles

    /// - Parameters:
    ///   - names: The files.
    ///   - files: Where they are.
    ///   - log: Where they go; one that is there is left alone.
    package init(_ names: [FileHash], from files: any ContentFiles, to log: any ReplicatedLog) {
        self.names = names[...]
        (self.files, self.log) = (files, log)
    }

    /// Begins, once.
    ///
    /// - Parameter done: Called once, before this returns when there are none.
    package func start(_ done: @escaping (Result<Void, LogError>) -> Void) {
        guard let name = names.popFirst() else { return done(.success(())) }
        let bytes: [UInt8]
        do throws(StorageError) {
            bytes = try files.bytes(of: name)
        } catch {
            return done(.failure(LogError(.failing, error.message)))
        }
        log.putBlob(bytes) { [self] result in
            switch result {
            case .success: start(done)
            case .failure(let error): done(.failure(error))
            }
        }
    }
}
