internal import Messages
internal import WireJSON

/// The state of the services, for people and for programs.
struct StatusReport: Sendable {
    let answers: [FanOut.Answer<ServiceStatus>]
    let texts: Texts

    var table: Table {
        var table = Table(
            (texts.service, .left),
            (texts.version, .left),
            (texts.sequence, .right),
            (texts.latency, .right),
            (texts.state, .left)
        )
        for answer in answers {
            switch answer.result {
            case .success(let status):
                table.add(
                    .init(answer.service.rawValue),
                    .init(status.identity.version),
                    .init(status.sequence.map { "\($0)" } ?? ""),
                    .init(status.latency.latencyText),
                    status.health.isServing ? .init("SERVING", .good) : .init("NOT_SERVING (\(status.reason))", .bad)
                )
            case .failure(let failure):
                let detail = failure.isAnswered ? "\(texts.error) (\(failure.shortDetail))" : texts.noAnswer
                table.add(.init(answer.service.rawValue), "", "", "", .init(detail, .bad))
            }
        }
        return table
    }

    /// One document with a member of `services` for every service asked.
    var document: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("services")
        writer.beginArray()
        for answer in answers {
            writer.beginObject()
            writer.member("service", answer.service.rawValue)
            switch answer.result {
            case .success(let status):
                writer.member("state", status.health.isServing ? "SERVING" : "NOT_SERVING")
                writer.member("id", status.identity.id)
                writer.member("version", status.identity.version)
                if let epoch = status.epoch { writer.member("epoch", epoch) }
                if let sequence = status.sequence { writer.member("sequence", sequence) }
                writer.member("latencyus", status.latency.microseconds)
                writer.member("checks", status.health.checks)
            case .failure(let failure):
                writer.member("state", failure.isAnswered ? "ERROR" : "NO_ANSWER")
                writer.name("error")
                failure.writeError(to: &writer)
            }
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }

    /// What to do about the services that gave no answer.
    func notes(_ palette: Palette) -> [String] {
        answers.flatMap { answer -> [String] in
            guard case .failure(let failure) = answer.result, !failure.isAnswered else { return [] }
            return texts.lines(failure, palette)
        }
    }
}
