internal import WireJSON

/// What a worker says of its part in a stream that several share.
struct StreamPart: Sendable {
    /// The check of `service.health` that a worker has which shares a stream.
    static let check = "stream"

    /// `active`, `replica` or `changing`.
    let part: String
    let term: Int
    /// The last row of the log that it has.
    let position: Int
    /// How many rows it does not have yet.
    let lag: Int

    /// Reads it from a result of `service.stats`; `nil` where there is none.
    init?(inStatistics result: [UInt8]) {
        guard let stream = try? JSONReader().read(result)["stream"], let part = stream["part"]?.string else {
            return nil
        }
        self.part = part
        term = stream["term"]?.integer ?? 0
        position = stream["position"]?.integer ?? 0
        lag = stream["lag"]?.integer ?? 0
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("part", part)
        writer.member("term", term)
        writer.member("position", position)
        writer.member("lag", lag)
        writer.endObject()
    }
}
