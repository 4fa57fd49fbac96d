internal import Messages
internal import PostgreSQLLog
internal import ReplicatedLog
internal import Terminal
internal import WireJSON

/// The streams of a log, for people and for programs.
struct StreamList {
    let streams: [StreamReport]
    let server: ServerReport
    let texts: Texts

    func lines(_ palette: Palette, columns: Int?) -> [String] {
        let durability = texts.durability(server.durability)
        guard !streams.isEmpty else { return [texts["no_streams"], durability] }
        let table = texts.table(
            of: streams,
            dropping: [5, 2],
            .init("stream", .left) { .init($0.name) },
            .init("active", .whole) { .init(Self.active($0)?.rpc.joined(separator: ",") ?? texts["nobody"]) },
            .init("term", .right) { "\($0.lease?.term ?? 0)" },
            .init("first_row", .right) { "\($0.bounds.first)" },
            .init("last_row", .right) { "\($0.bounds.last)" },
            .init("snapshot", .right) { .init($0.snapshot.map(String.init) ?? "-") }
        )
        let halts = streams.compactMap { stream in
            stream.lease?.halt.map { texts("halted", stream: stream.name, reason: $0) }
        }
        return table.lines(palette, columns: columns) + halts + [durability]
    }

    var document: [UInt8] {
        JSONWriter.object { writer in
            writer.array("streams", of: streams) { writer, stream in
                writer.beginObject()
                writer.member("name", stream.name)
                writer.member("epoch", stream.epoch)
                writer.member("term", stream.lease?.term ?? 0)
                if let active = Self.active(stream) {
                    writer.name("active")
                    active.write(to: &writer)
                }
                if let halt = stream.lease?.halt { writer.member("halted", halt) }
                writer.member("firstrow", stream.bounds.first)
                writer.member("lastrow", stream.bounds.last)
                if let snapshot = stream.snapshot { writer.member("snapshot", snapshot) }
                writer.endObject()
            }
            writer.member("durability", Self.word(server.durability))
        }
    }

    private static func word(_ durability: ServerReport.Durability) -> String {
        switch durability {
        case .severalMachines: "several_machines"
        case .oneMachine(asynchronousReceivers: 0): "one_machine"
        case .oneMachine: "asynchronous"
        case .notDurable: "not_durable"
        }
    }

    /// Who holds a lease that has not run out.
    private static func active(_ stream: StreamReport) -> ActiveWorker? {
        guard let lease = stream.lease, !lease.isFree else { return nil }
        return lease.holder.flatMap { ActiveWorker(text: $0.endpoints) }
    }
}
