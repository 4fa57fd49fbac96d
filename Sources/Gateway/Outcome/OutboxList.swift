internal import Messages
internal import Terminal
internal import WireJSON
internal import WorkerClient

/// The writes in the outbox, for people and for programs.
struct OutboxList: Sendable {
    let found: [Outbox.Found]
    let texts: Texts

    /// One line for what belongs together, such as `256 × juice.order of one batch: outcome unknown`.
    var summary: [String] {
        WriteGroup.counted(found.map { WriteGroup($0, state: state($0).text) }).map { texts.writes($0, count: $1) }
    }

    private func state(_ one: Outbox.Found) -> Table.Cell {
        if one.isInFlight { return .init(texts["in_flight"]) }
        return one.isAnswered ? .init(texts["done_unread"], .good) : .init(texts["outcome_is_unknown"], .warning)
    }

    var table: Table {
        texts.table(
            of: found,
            dropping: [5, 1, 0, 4, 2],
            .init("time", .whole) { .init(LocalTime.dateAndTime(Timestamp.text($0.write.time))) },
            .init("service", .whole) { .init($0.write.id.service.rawValue) },
            .init("method", .whole) { .init($0.write.method) },
            .init("key", .whole) { .init($0.write.id.key) },
            .init("state", .left) { state($0) },
            .init("params", .left) { .init($0.write.params.map { String(decoding: $0, as: UTF8.self) } ?? "") }
        )
    }

    /// One document with a member of `unfinished` for every write.
    var document: [UInt8] {
        JSONWriter.object { writer in
            writer.array("unfinished", of: found) { writer, one in
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
                writer.member("answered", one.isAnswered)
                writer.endObject()
            }
        }
    }
}

/// Writes that one line can speak of: of one run, to one method, in one state.
struct WriteGroup: Hashable, Sendable {
    let run: String
    let service: ServiceName
    let method: String
    let state: String

    init(_ one: Outbox.Found, state: String) {
        run = one.run
        service = one.write.id.service
        method = one.write.method
        self.state = state
    }

    /// The groups in the order of their first members, each with the number of its members.
    static func counted(_ groups: [WriteGroup]) -> [(WriteGroup, Int)] {
        var counts: [WriteGroup: Int] = [:]
        for group in groups { counts[group, default: 0] += 1 }
        var seen: Set<WriteGroup> = []
        return groups.filter { seen.insert($0).inserted }.map { ($0, counts[$0] ?? 0) }
    }
}
