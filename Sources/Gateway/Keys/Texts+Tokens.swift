internal import AccessTokens
internal import Messages
internal import Platform

extension Texts {
    func tokenMade(_ token: TokenRecord, in path: String) -> [String] {
        let end = token.expiry.map { self("token_ends", time: LocalTime.dateAndTime($0)) }
        let made = self("token_made", name: token.name, role: token.role.rawValue, path: path.printable)
        return [made] + [end].compactMap(\.self) + [self["token_shown_once"]]
    }
}
