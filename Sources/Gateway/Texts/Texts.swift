internal import Messages

/// Every sentence that the gateway says, in Korean and English.
///
/// Extensions hold them by subject; nothing else in the gateway has a sentence of either language, except the help and
/// what is wrong with arguments and settings: those are English where they are used, and ``KoreanHelp`` and
/// ``KoreanComplaint`` have their Korean.
struct Texts: Sendable {
    let language: Language
    /// How this program was called, for commands to copy.
    let program: String

    func pick(_ korean: String, _ english: String) -> String {
        switch language {
        case .korean: korean
        case .english: english
        }
    }

    // MARK: Tables

    var service: String { pick("서비스", "SERVICE") }
    var state: String { pick("상태", "STATE") }
    var version: String { pick("버전", "VERSION") }
    var sequence: String { pick("순번", "SEQUENCE") }
    var latency: String { pick("응답 시간", "LATENCY") }
    var result: String { pick("결과", "RESULT") }
    var detail: String { pick("내용", "DETAIL") }
    var code: String { pick("코드", "CODE") }
    var reason: String { pick("이름", "REASON") }
    var retry: String { pick("재시도", "RETRY") }
    var outcome: String { pick("처리 여부", "OUTCOME") }
    var meaning: String { pick("뜻", "MEANING") }

    func retry(_ retry: ErrorReason.Retry) -> String {
        switch retry {
        case .never: pick("불가", "no")
        case .always: pick("가능", "yes")
        case .withKey: pick("키가 있으면", "with a key")
        }
    }

    func outcome(_ outcome: Outcome) -> String {
        switch outcome {
        case .applied: pick("처리됨", "applied")
        case .notApplied: pick("처리 안 됨", "not applied")
        case .unknown: pick("알 수 없음", "unknown")
        }
    }

    func more(_ command: String) -> String { pick("더 보기: \(command)", "More: \(command)") }

    // MARK: Answers

    var ok: String { pick("완료", "ok") }
    var error: String { pick("오류", "error") }
    var noAnswer: String { pick("응답 없음", "no answer") }
    var outcomeUnknown: String { pick("결과 모름", "outcome unknown") }

    func attachments(_ sizes: [Int]) -> String {
        let list = sizes.map { "\($0)" }.joined(separator: ", ")
        return pick(
            "첨부 \(sizes.count)개는 표시하지 않습니다 (\(list) 바이트)",
            "not shown: \(sizes.count) attachment(s) of \(list) bytes"
        )
    }
}
