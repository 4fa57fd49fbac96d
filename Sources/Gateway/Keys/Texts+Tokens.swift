internal import AccessTokens
internal import Messages
internal import Platform

extension Texts {
    func tokenMade(_ token: TokenRecord, in path: String) -> [String] {
        let (name, role) = (token.name, token.role.rawValue)
        let end = token.expiry.map { LocalTime.dateAndTime($0) }
        return [
            self("token_made", name: name, role: role, path: path.printable)
        ] + (end.map { [self("token_ends", time: $0)] } ?? []) + [
            self["token_shown_once"]
        ]
    }

    var linkMade: [String] {
        [
            self["link_made"],
            self["link_made_rights"],
        ]
    }

    func noTokens(_ path: String) -> [String] {
        [
            self("no_tokens", path: path.printable),
            self["no_tokens_next"],
        ]
    }
}
