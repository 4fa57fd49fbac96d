internal import Messages
internal import Platform
internal import ServiceContexts

extension Texts {
    var name: String { pick("이름", "NAME") }
    var role: String { pick("역할", "ROLE") }
    var publicKey: String { pick("공개 열쇠", "PUBLIC KEY") }
    var keyFile: String { pick("열쇠 파일", "KEY FILE") }
    var current: String { pick("사용", "USED") }
    var services: String { pick("서비스", "SERVICES") }
    var requests: String { pick("요청 주소", "REQUESTS") }
    var events: String { pick("이벤트 주소", "EVENTS") }
    var thisMachine: String { pick("이 컴퓨터의 서비스", "the services of this machine") }
    var serverKey: String { pick("서비스의 공개 열쇠", "the services' public key") }
    var ownKey: String { pick("자신의 열쇠 파일", "your own key pair") }

    func keysMade(secret: String, certificate: String) -> [String] {
        [
            pick(
                "비밀 열쇠: \(secret.printable) (누구에게도 주지 마세요)",
                "Secret key: \(secret.printable) (never share it)"
            ),
            pick(
                "공개 열쇠: \(certificate.printable) (상대에게 주세요. 위의 40글자와 같습니다)",
                "Public key: \(certificate.printable) (to share; the 40 characters above are the whole key)"
            ),
        ]
    }

    func clientAllowed(_ name: String, _ role: PeerRole, _ directory: String) -> [String] {
        [
            pick(
                "\(name) 을(를) \(role.rawValue) 역할로 허락했습니다: \(directory.printable)",
                "\(name) is allowed as \(role.rawValue): \(directory.printable)"
            ),
            readAgain,
        ]
    }

    func nobodyAllowed(_ directory: String) -> [String] {
        [
            pick("아직 아무도 없습니다: \(directory.printable)", "Nobody yet: \(directory.printable)"),
            pick("허락하려면: \(program) keys allow", "To allow a client: \(program) keys allow"),
        ]
    }

    func clientRevoked(_ name: String, _ directory: String) -> [String] {
        [
            pick(
                "\(name) 을(를) 더는 받지 않습니다: \(directory.printable)",
                "\(name) is no longer allowed: \(directory.printable)"
            ),
            readAgain,
        ]
    }

    private var readAgain: String {
        pick(
            "실행 중인 서비스는 SIGHUP 을 받으면 목록을 다시 읽습니다.",
            "Running services read the list again on SIGHUP."
        )
    }

    func contextAdded(_ name: String) -> String {
        pick(
            "\(name) 을(를) 추가했습니다. 사용: \(program) --context \(name) … 또는 \(program) context use \(name)",
            "Added \(name). Use it with --context \(name), or with: \(program) context use \(name)"
        )
    }

    func contextChanged(_ name: String) -> String {
        pick("\(name) 을(를) 바꿨습니다.", "Changed \(name).")
    }

    func contextRenamed(_ old: String, _ new: String) -> String {
        pick("\(old) 의 이름은 이제 \(new) 입니다.", "\(old) is now called \(new).")
    }

    func contextRemoved(_ name: String, wasCurrent: Bool) -> String {
        let removed = pick("\(name) 을(를) 지웠습니다.", "Removed \(name).")
        return wasCurrent ? "\(removed) \(contextUsed(ServiceContext.local))" : removed
    }

    func contextUsed(_ name: String) -> String {
        pick("이제부터 \(name) 에 말합니다.", "From now on commands go to \(name).")
    }
}
