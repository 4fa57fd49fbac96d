internal import Messages
internal import Terminal
internal import WireJSON
internal import WorkerClient

struct StatusReport: Sendable {
    let answers: [FanOut.Answer<ServiceStatus>]
    let texts: Texts

    var table: Table {
        let columns: [(String, Table.Alignment)] = [
            (texts["column_service"], .whole), (texts["column_version"], .left), (texts["column_sequence"], .right),
            (texts["column_latency"], .right),
        ]
        let shared: [(String, Table.Alignment)] = [
            (texts["column_part"], .whole), (texts["column_term"], .right), (texts["column_row"], .right),
            (texts["column_lag"], .right),
        ]
        // Only where someone shares a stream.
        let isShared = answers.contains { (try? $0.result.get())?.stream != nil }
        var table = Table(dropping: [1, 3, 2], columns + (isShared ? shared : []) + [(texts["column_state"], .left)])
        for answer in answers {
            let label = Table.Cell(FanOut.label(answer, among: answers))
            switch answer.result {
            case .success(let status):
                let cells = [
                    label, .init(status.identity.version), .init(status.sequence.map { "\($0)" } ?? ""),
                    .init(status.latency.latencyText),
                ]
                let state: Table.Cell =
                    status.health.isServing ? .init("SERVING", .good) : .init("NOT_SERVING (\(status.reason))", .bad)
                table.add(cells + (isShared ? Self.cells(of: status.stream) : []) + [state])
            case .failure(let failure):
                let detail = failure.isAnswered ? "\(texts["error"]) (\(failure.shortDetail))" : texts["no_answer"]
                let blank = [Table.Cell](repeating: "", count: columns.count - 1 + (isShared ? shared.count : 0))
                table.add([label] + blank + [.init(detail, .bad)])
            }
        }
        return table
    }

    private static func cells(of stream: StreamPart?) -> [Table.Cell] {
        guard let stream else { return ["", "", "", ""] }
        // What was written in the time in which it heard nothing is not known.
        let lag: Table.Cell = stream.isCutOff ? .init("\(stream.silence / 1_000) s", .bad) : "\(stream.lag)"
        return ["\(stream.part)", "\(stream.term)", "\(stream.position)", lag]
    }

    /// One document with a member of `services` for every worker of every service asked.
    var document: [UInt8] {
        JSONWriter.object { writer in
            writer.array("services", of: answers) { writer, answer in
                writer.beginObject()
                writer.member("service", answer.service.rawValue)
                if FanOut.hasSeveralWorkers(answer.service, among: answers) {
                    writer.member("endpoint", answer.endpoint)
                }
                switch answer.result {
                case .success(let status):
                    writer.member("state", status.health.isServing ? "SERVING" : "NOT_SERVING")
                    writer.member("id", status.identity.id)
                    writer.member("version", status.identity.version)
                    if let epoch = status.epoch { writer.member("epoch", epoch) }
                    if let sequence = status.sequence { writer.member("sequence", sequence) }
                    writer.member("latencyus", status.latency.microseconds)
                    writer.member("checks", status.health.checks)
                    if let stream = status.stream {
                        writer.name("stream")
                        stream.write(to: &writer)
                    }
                case .failure(let failure):
                    writer.member("state", failure.isAnswered ? "ERROR" : "NO_ANSWER")
                    writer.name("error")
                    failure.writeError(to: &writer)
                }
                writer.endObject()
            }
        }
    }

    /// What to do about the services that gave no answer.
    func notes(_ palette: Palette) -> [String] {
        answers.flatMap { answer -> [String] in
            guard case .failure(let failure) = answer.result, !failure.isAnswered else { return [] }
            return texts.lines(failure, palette: palette)
        }
    }
}

/// What a service that answers says about itself.
struct ServiceStatus: Sendable {
    let health: HealthReport
    let identity: ServiceIdentity
    /// How far its stream has come, and the stream's life; `nil` without a stream.
    let sequence: Int?
    let epoch: String?
    /// Its part in a stream that several workers share; `nil` in a service of its own.
    let stream: StreamPart?
    let latency: Duration

    /// The failing checks, such as `storage: the disk is full`; empty when it serves.
    var reason: String {
        health.checks.filter { !$0.isOK }.map { "\($0.name): \($0.detail)" }.joined(separator: "; ")
    }
}

extension ServiceStatus {
    init(asking caller: ServiceCaller) async throws(CallFailure) {
        let ping = try await caller.read(ServiceMethod.ping.name)
        let answer = try await caller.read(ServiceMethod.health.name)
        let health = try caller.decode(answer, of: ServiceMethod.health.name) { HealthReport($0) }
        var stream: StreamPart?
        if health.checks.contains(where: { $0.name == StreamPart.check }) {
            let statistics = try await caller.read(ServiceMethod.stats.name)
            stream = (try? JSONReader().read(statistics.result)["stream"]).flatMap { StreamPart($0) }
        }
        self.init(
            health: health,
            identity: try caller.decode(ping, of: ServiceMethod.ping.name) { ServiceIdentity($0) },
            sequence: answer.meta?.sequence,
            epoch: answer.meta?.epoch,
            stream: stream,
            // The second call: the first one also waits for the connection.
            latency: answer.roundTrip
        )
    }
}
