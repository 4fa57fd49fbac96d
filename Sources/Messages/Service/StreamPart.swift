package import WireJSON

/// What a worker says of its part in a stream that several share: `stream` of a result of `service.stats`.
package struct StreamPart: Sendable, Hashable, JSONWritable {
    /// The check of `service.health` that such a worker has.
    package static let check = "stream"

    /// `active`, `replica` or `changing`.
    package let part: String
    /// The newest term that it knows of.
    package let term: Int
    /// The last row of the log that it has.
    package let position: Int
    /// How many rows it does not have yet.
    package let lag: Int
    /// For how long it has heard nothing of the log, in milliseconds: how old may be what it shows.
    package let silence: Int
    /// Whether that is longer than it is for a worker that follows.
    package let isCutOff: Bool
    /// The row of the newest snapshot that it knows of; 0 when there is none.
    package let snapshot: Int
    /// Whether it makes one now.
    package let isMakingSnapshot: Bool
    /// How often it could not make one that was due, or delete what one makes needless.
    package let snapshotFailures: Int

    package init(
        part: String,
        term: Int,
        position: Int,
        lag: Int,
        silence: Int,
        isCutOff: Bool,
        snapshot: Int,
        isMakingSnapshot: Bool,
        snapshotFailures: Int
    ) {
        self.part = part
        self.term = term
        self.position = position
        self.lag = lag
        self.silence = silence
        self.isCutOff = isCutOff
        self.snapshot = snapshot
        self.isMakingSnapshot = isMakingSnapshot
        self.snapshotFailures = snapshotFailures
    }

    /// Reads a part; `nil` for JSON that is none.
    package init?(_ node: JSONNode) {
        guard let part = node["part"]?.string else { return nil }
        self.init(
            part: part,
            term: node["term"]?.integer ?? 0,
            position: node["position"]?.integer ?? 0,
            lag: node["lag"]?.integer ?? 0,
            silence: node["silencems"]?.integer ?? 0,
            isCutOff: node["cutoff"]?.boolean ?? false,
            snapshot: node["snapshot"]?.integer ?? 0,
            isMakingSnapshot: node["makingsnapshot"]?.boolean ?? false,
            snapshotFailures: node["snapshotfailures"]?.integer ?? 0
        )
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("part", part)
        writer.member("term", term)
        writer.member("position", position)
        writer.member("lag", lag)
        writer.member("silencems", silence)
        writer.member("cutoff", isCutOff)
        writer.member("snapshot", snapshot)
        writer.member("makingsnapshot", isMakingSnapshot)
        writer.member("snapshotfailures", snapshotFailures)
        writer.endObject()
    }
}
