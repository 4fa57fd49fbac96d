internal import AccessTokens
internal import Messages
internal import Platform

extension Texts {
    var made: String { pick("만든 때", "MADE") }

    var ends: String { pick("끝나는 때", "ENDS") }

    func tokenMade(_ token: TokenRecord, _ path: String) -> [String] {
        let (name, role) = (token.name, token.role.rawValue)
        let end = token.expiry.map { LocalTime.dateAndTime($0) }
        return [
            pick(
                "\(name) 의 토큰을 \(role) 역할로 만들었습니다: \(path.printable)",
                "The token of \(name), with the role \(role): \(path.printable)"
            )
        ] + (end.map { [pick("\($0) 에 끝납니다.", "It ends at \($0).")] } ?? []) + [
            pick(
                "토큰은 다시 볼 수 없습니다. 지금 전하고, 비밀로 하세요.",
                "It is not shown again. Hand it over now, and keep it secret."
            )
        ]
    }

    var linkMade: [String] {
        [
            pick("한 번만, 10분 안에 쓸 수 있습니다.", "It is good once, within ten minutes."),
            pick("모든 권한이 있으니 남에게 보이지 마세요.", "It has all rights: show it to nobody."),
        ]
    }

    func noTokens(_ path: String) -> [String] {
        [
            pick("아직 토큰이 없습니다: \(path.printable)", "No tokens yet: \(path.printable)"),
            pick("만들려면: \(program) tokens create", "To make one: \(program) tokens create"),
        ]
    }

    func tokenRevoked(_ name: String, _ path: String) -> String {
        pick(
            "\(name) 의 토큰은 더는 쓸 수 없습니다: \(path.printable)",
            "The token of \(name) is revoked: \(path.printable)"
        )
    }
}
