internal import Journal
internal import Messages
internal import Platform
internal import ReplicatedLog
internal import Replication
internal import SQLiteJournal
internal import WorkerEngine

/// The log of a stream that several workers share, found and known by its epoch.
package final class OpenedStream {
    /// The epoch that this worker's store has, or is to have: the stream's, or a former one until its rows say otherwise.
    private(set) var epoch: String
    let log: any WaitableLog
    private let advertised: ActiveWorker

    init(_ log: any WaitableLog, epoch: String, advertised: ActiveWorker) {
        (self.log, self.epoch, self.advertised) = (log, epoch, advertised)
    }

    /// Takes a store that has a former epoch: it follows the log into the present one.
    func follow(from former: String) { epoch = former }

    /// The store of a worker of this stream.
    func following(_ configuration: SQLiteJournalConfiguration) -> SQLiteJournalConfiguration {
        var configuration = configuration
        configuration.replicatedEpoch = epoch
        configuration.streamName = log.identity.stream
        // The log is the truth: a loss of power may take the newest rows of the store, which are read again.
        configuration.commitSync = .normal
        return configuration
    }

    /// Opens the store of this worker, and joins it to the log.
    ///
    /// - Parameters:
    ///   - configuration: Where the store is, and what it holds.
    ///   - files: The files that its rows name.
    ///   - rules: What the worker was started with.
    /// - Throws: ``StorageError``; the log is closed then.
    func openJournal(
        _ configuration: SQLiteJournalConfiguration,
        files: (any ContentFiles)?,
        rules: WorkerRules?
    ) throws(StorageError) -> any Journal {
        do throws(StorageError) {
            let store = try SQLiteJournal(opening: following(configuration))
            return ReplicatedJournal(
                store,
                following: log,
                files: files,
                rules: rules,
                endpoints: advertised.text,
                seed: .random(in: 0 ... .max),
                now: { .nanoseconds(Int64(SystemClock.monotonic)) }
            )
        } catch {
            log.close()
            throw error
        }
    }
}
