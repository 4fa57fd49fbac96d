import AccessTokens
import ArgumentParser
import Platform
import ServiceContexts
import Testing
import ZeroMQ

@testable import Gateway
@testable import Terminal

/// The commands for tokens, as far as they are told apart from those for keys by nothing else.
@Suite struct TokenTests {
    @Test(arguments: ["alice", "A-z_0.9@x", String(repeating: "n", count: 64), "", ".a", "a b", "a/b", "é", "a\n", "-"])
    func `who may be called so with a key may be with a token`(name: String) {
        #expect(TokenRecord.isName(name) == CertificateDirectory.isName(name))
    }

    @Test func `the file is the one that is named, else the user's own`() throws {
        let home = Environment(["XDG_CONFIG_HOME": "/home/config"])
        let both = Environment(["XDG_CONFIG_HOME": "/home/config", "JANGTEO_WEB_TOKENS": "/etc/tokens"])
        let settings = try (Settings(GlobalOptions.parse([]), in: home), Settings(GlobalOptions.parse([]), in: both))
        #expect(try TokensOption.parse([]).path(settings.0) == "/home/config/jangteo/tokens")
        #expect(try TokensOption.parse([]).path(settings.1) == "/etc/tokens")
        #expect(try TokensOption.parse(["--tokens", "mine"]).path(settings.1) == "mine")
        let nowhere = try Settings(GlobalOptions.parse([]), in: Environment([:]))
        #expect(throws: UsageError.self) { try TokensOption.parse([]).path(nowhere) }
    }

    @Test func `what is wrong with the file is told in Korean`() {
        let line = #expect(throws: TokenError.self) { _ = try TokenList(Array("a line\n".utf8)) }?.sentence ?? ""
        #expect(Texts.korean[line] == "1번째 줄이 이름, 역할, 해시, 시각과 끝나는 때가 아닙니다")
    }
}
