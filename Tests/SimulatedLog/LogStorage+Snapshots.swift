package import ReplicatedLog

extension LogStorage {
    mutating func store(_ part: SnapshotPart, of stream: String, by writer: String) {
        let name = SnapshotName(position: part.position, writer: writer)
        guard streams[stream]?.parts[name]?[part.number] == nil else { return }
        commit(stream) { $0.parts[name, default: [:]][part.number] = part }
    }

    mutating func complete(_ snapshot: Snapshot, of stream: String, by writer: String) -> SnapshotOutcome {
        if streams[stream]?.snapshots.contains(snapshot) == true { return .completed }
        let parts = streams[stream]?.parts[SnapshotName(position: snapshot.position, writer: writer)] ?? [:]
        let stored = Snapshot(
            position: snapshot.position,
            writer: writer,
            format: snapshot.format,
            of: parts.sorted { $0.key < $1.key }.map(\.value.summary)
        )
        guard snapshot.parts > 0, stored == snapshot, parts.keys.max() ?? 0 == parts.count else { return .incomplete }
        commit(stream) { $0.snapshots.append(snapshot) }
        return .completed
    }

    package func snapshots(of stream: String) -> [Snapshot] {
        (streams[stream]?.snapshots ?? []).sorted { ($0.position, $0.writer) > ($1.position, $1.writer) }
    }

    func part(_ number: Int, of snapshot: Snapshot, in stream: String) throws(LogError) -> SnapshotPart {
        let name = SnapshotName(position: snapshot.position, writer: snapshot.writer)
        guard let part = streams[stream]?.parts[name]?[number] else {
            throw .missingPart(number, of: snapshot, in: stream)
        }
        return part
    }

    mutating func pruneSnapshots(of stream: String, keeping count: Int) {
        let kept = snapshots(of: stream).prefix(max(1, count))
        guard let oldest = kept.last else { return }
        commit(stream) { stream in
            stream.snapshots = Array(kept)
            stream.parts = stream.parts.filter { name, _ in
                name.position > oldest.position
                    || kept.contains { $0.position == name.position && $0.writer == name.writer }
            }
        }
    }
}
