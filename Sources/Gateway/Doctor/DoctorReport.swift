internal import Messages
internal import Platform
internal import Terminal
internal import WireJSON

/// Everything the doctor found, for people and for programs.
struct DoctorReport: Sendable {
    let findings: [Finding]
    let texts: Texts

    var isGood: Bool { !findings.contains { $0.verdict == .bad } }

    var table: Table {
        texts.table(
            of: findings,
            .init("check", .left) { .init(texts.check($0.check)) },
            .init("state", .left) { .init(texts["verdict_\($0.verdict)"], $0.verdict.style) },
            .init("detail", .left) { .init($0.detail) }
        )
    }

    /// What to do, a line for each finding that calls for something.
    var advice: [String] {
        findings.filter { !$0.advice.isEmpty }.map { "\(texts.check($0.check)): \($0.advice.printable)" }
    }

    var document: [UInt8] {
        JSONWriter.object { writer in
            writer.member("good", isGood)
            writer.member("findings", findings)
        }
    }
}

/// What the doctor found out about one thing.
struct Finding: Sendable, Hashable {
    enum Verdict: String, Sendable, Hashable {
        /// All is well.
        case good
        /// It works, and something about it is worth knowing.
        case notable
        /// Something should be done.
        case bad

        fileprivate var style: Palette.Style {
            switch self {
            case .good: .good
            case .notable: .warning
            case .bad: .bad
            }
        }
    }

    /// What was looked at: a word of ``Texts``, and the service where there is one.
    let check: String
    let verdict: Verdict
    let detail: String
    /// What to do; empty when nothing is to be done.
    let advice: String
    /// Why a service has no good answer, as a word for programs; `nil` where there is one.
    let reason: String?

    init(_ check: String, _ verdict: Verdict, _ detail: String, advice: String = "", reason: String? = nil) {
        self.check = check
        self.verdict = verdict
        self.detail = detail
        self.advice = advice
        self.reason = reason
    }
}

extension Finding: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("check", check)
        writer.member("verdict", verdict.rawValue)
        if let reason { writer.member("reason", reason) }
        writer.member("detail", detail)
        if !advice.isEmpty { writer.member("advice", advice) }
        writer.endObject()
    }
}
