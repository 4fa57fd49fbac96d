internal import Messages
internal import WireJSON
internal import WorkerClient

/// The writes in the outbox, for people and for programs.
struct OutboxList: Sendable {
    let found: [Outbox.Found]
    let texts: Texts

    var table: Table {
        var table = Table(
            dropping: [5, 1, 0, 4, 2],
            (texts.time, .whole),
            (texts.service, .whole),
            (texts.method, .whole),
            (texts.key, .whole),
            (texts.state, .left),
            (texts.params, .left)
        )
        for one in found {
            let write = one.write
            table.add(
                .init(LocalTime.dateAndTime(Timestamp.text(write.time))),
                .init(write.id.service.rawValue),
                .init(write.method),
                .init(write.id.key),
                one.isInFlight ? .init(texts.inFlight) : .init(texts.outcomeUnknown, .warning),
                .init(write.params.map { String(decoding: $0, as: UTF8.self) } ?? "")
            )
        }
        return table
    }

    /// One document with a member of `unfinished` for every write.
    var document: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("unfinished")
        writer.beginArray()
        for one in found {
            let write = one.write
            writer.beginObject()
            writer.member("idempotencykey", write.id.key)
            writer.member("service", write.id.service.rawValue)
            writer.member("endpoint", write.endpoint)
            writer.member("method", write.method)
            if let params = write.params { writer.member("params", raw: params) }
            if write.isWithheld { writer.member("withheld", true) }
            writer.member("time", time: write.time)
            writer.member("underway", one.isInFlight)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }
}
