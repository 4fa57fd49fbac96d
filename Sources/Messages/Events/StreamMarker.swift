package import WireJSON

/// What heartbeats and join markers say: how far the stream has come.
package struct StreamMarker: Sendable, Hashable, JSONWritable {
    /// The life of the stream.
    package let epoch: String
    /// The newest event; 0 before the first.
    package var sequence: Int
    /// When it was said, in milliseconds since 1970-01-01 UTC; not kept when read.
    package let time: Int

    /// Creates a marker.
    package init(epoch: String, sequence: Int, time: Int) {
        self.epoch = epoch
        self.sequence = sequence
        self.time = time
    }

    /// Reads a marker; `nil` when it names no position.
    package init?(_ node: JSONNode) {
        guard let epoch = node["epoch"]?.string, let sequence = node["sequence"]?.integer,
            (0...SequenceText.largest).contains(sequence)
        else { return nil }
        self.init(epoch: epoch, sequence: sequence, time: 0)
    }

    /// Writes the marker.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("epoch", epoch)
        writer.member("sequence", sequence)
        writer.member("time", time: time)
        writer.endObject()
    }
}
