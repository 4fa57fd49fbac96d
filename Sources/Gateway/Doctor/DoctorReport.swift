internal import Messages
internal import WireJSON

/// Everything the doctor found, for people and for programs.
struct DoctorReport: Sendable {
    let findings: [Finding]
    let texts: Texts

    /// Whether something should be done.
    var isGood: Bool { !findings.contains { $0.verdict == .bad } }

    var table: Table {
        var table = Table((texts.check, .left), (texts.state, .left), (texts.detail, .left))
        for finding in findings {
            let style: Palette.Style =
                switch finding.verdict {
                case .good: .good
                case .notable: .doubtful
                case .bad: .bad
                }
            table.add(
                .init(texts.check(finding.check)),
                .init(texts.verdict(finding.verdict), style),
                .init(finding.detail)
            )
        }
        return table
    }

    /// What to do, a line for each finding that calls for something.
    var advice: [String] {
        findings.filter { !$0.advice.isEmpty }.map { "\(texts.check($0.check)): \($0.advice.printable)" }
    }

    /// One document.
    var document: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("good", isGood)
        writer.member("findings", findings)
        writer.endObject()
        return writer.bytes
    }
}
