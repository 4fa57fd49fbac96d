internal import Messages
internal import Platform
internal import Terminal
internal import WireJSON
internal import WorkerClient

/// What the services have counted since they started, for people and for programs.
struct StatsReport: Sendable {
    /// The counters of a service, and the document they were in.
    struct Answer: Sendable {
        let statistics: ServiceStatistics
        let document: [UInt8]

        init(asking caller: ServiceCaller) async throws(CallFailure) {
            let reply = try await caller.read(ServiceMethod.stats.name)
            statistics = try caller.decode(reply, of: ServiceMethod.stats.name) { ServiceStatistics($0) }
            document = reply.result
        }
    }

    let answers: [FanOut.Answer<Answer>]
    let texts: Texts

    /// The services, and the methods that were called at them.
    var tables: [Table] {
        var services = texts.table(
            dropping: [4, 6, 5, 3, 7],
            ("service", .whole),
            ("uptime", .right),
            ("commits", .right),
            ("commit_time", .right),
            ("event_count", .right),
            ("subscribers", .right),
            ("connections", .right),
            ("memory", .right)
        )
        var methods = Table(
            dropping: [6, 0, 4, 3],
            (texts["column_service"], .whole),
            (texts["column_method"], .whole),
            (texts["column_answered"], .right),
            (texts["column_refused"], .right),
            ("P50", .right),
            ("P99", .right),
            ("MAX", .right)
        )
        for answer in answers {
            let label = FanOut.label(answer, among: answers)
            let name = Table.Cell(label, .strong)
            guard case .success(let found) = answer.result else {
                if case .failure(let failure) = answer.result { services.add(name, failure.word(texts)) }
                continue
            }
            let now = found.statistics
            services.add(
                name,
                .init(Self.duration(now.uptime / 1_000)),
                .init(now.commits.grouped),
                .init(now.commits > 0 ? Self.time(now.commitP99) : "-"),
                .init(now.events.grouped),
                .init(now.subscribers.grouped),
                .init(now.connections.grouped),
                .init(now.memory?.mebibytes ?? "-")
            )
            for method in now.methods {
                methods.add(
                    .init(label),
                    .init(method.name),
                    .init(method.count.grouped, .strong),
                    .init(method.errors.grouped, method.errors > 0 ? .warning : nil),
                    .init(Self.time(method.p50)),
                    .init(Self.time(method.p99)),
                    .init(Self.time(method.max))
                )
            }
        }
        return [services, methods]
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
                case .success(let found): writer.member("stats", raw: found.document)
                case .failure(let failure):
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
            guard case .failure(let failure) = answer.result else { return [] }
            return texts.lines(failure, palette: palette)
        }
    }

    private static func time(_ microseconds: Int) -> String { Duration.microseconds(microseconds).latencyText }

    /// Such as `2d 03:04:05`, as `deploy/status` has it.
    private static func duration(_ seconds: Int) -> String {
        let parts = [seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return (seconds >= 86_400 ? "\(seconds / 86_400)d " : "") + parts.joined(separator: ":")
    }
}
