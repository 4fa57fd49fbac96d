package import ReplicatedLog

/// What a simulated engine stores, as an engine does: bytes, which may be damaged.
package struct LogStorage {
    /// A row as it is stored.
    package struct Row {
        package var term: Int
        package var writer: String
        package var payload: [UInt8]
        package var checksum: [UInt8]
    }

    struct StoredLease {
        var term: Int
        var holder: LeaseHolder?
        /// By the engine's clock.
        var expires: Duration
        /// Why nobody may have it.
        var halt: String?
    }

    struct SnapshotName: Hashable {
        let position: Int
        let writer: String
    }

    package struct Stream {
        var epoch: String?
        /// By position.
        package var rows: [Int: Row] = [:]
        var first = 0
        var last = 0
        var lease: StoredLease?
        var parts: [SnapshotName: [Int: SnapshotPart]] = [:]
        var snapshots: [Snapshot] = []
    }

    /// By name.
    package var streams: [String: Stream] = [:]
    package var blobs: [BlobHash: [UInt8]] = [:]

    /// The ways back from the newest commits, the newest last.
    private var undoes: [(inout LogStorage) -> Void] = []
    private static let longestLoss = 256

    mutating func remember(_ undo: @escaping (inout LogStorage) -> Void) {
        if undoes.count == 2 * Self.longestLoss { undoes.removeFirst(Self.longestLoss) }
        undoes.append(undo)
    }

    /// Takes the newest commits back, at most 256.
    mutating func undo(_ commits: Int) {
        for _ in 0..<min(commits, Self.longestLoss) { undoes.popLast()?(&self) }
    }

    mutating func openStream(_ name: String, epoch proposal: String) -> String {
        if let epoch = streams[name]?.epoch { return epoch }
        commit(name) { $0.epoch = proposal }
        return proposal
    }

    /// Changes a stream in one commit that can be taken back as a whole.
    mutating func commit<R>(_ name: String, by body: (inout Stream) -> R) -> R {
        // A copy of the dictionaries' handles: their contents are copied only where they change.
        let before = streams[name]
        remember { $0.streams[name] = before }
        return body(&streams[name, default: Stream()])
    }
}

extension LogStorage {
    /// The rows of a stream in the order of their positions, as they are stored.
    package func rows(of stream: String) -> [(position: Int, row: Row)] {
        (streams[stream]?.rows ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
