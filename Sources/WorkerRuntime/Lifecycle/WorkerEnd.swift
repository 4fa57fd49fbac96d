package import Journal

/// Why a worker has to end.
package enum WorkerEnd {
    /// Someone asked for it.
    case drain
    /// The store was found damaged, or the stream goes on without this worker: no write is taken from then on.
    case damage(StorageError)
    /// The process uses more memory than it may, in bytes.
    case memory(Int)
}
