internal import Messages
internal import Platform

extension Texts {
    var made: String { pick("만든 때", "MADE") }

    func tokenMade(_ name: String, _ role: PeerRole, _ path: String) -> [String] {
        [
            pick(
                "\(name) 의 토큰을 \(role.rawValue) 역할로 만들었습니다: \(path.printable)",
                "The token of \(name), with the role \(role.rawValue): \(path.printable)"
            ),
            pick(
                "토큰은 다시 볼 수 없습니다. 지금 전하고, 비밀로 하세요.",
                "It is not shown again. Hand it over now, and keep it secret."
            ),
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
