extension Texts {
    var param: String { pick("항목", "PARAM") }
    var type: String { pick("형식", "TYPE") }
    var requiredParam: String { pick("필수", "REQUIRED") }
    var yes: String { pick("예", "yes") }
    var no: String { pick("아니요", "no") }
    var example: String { pick("예시", "EXAMPLE") }
    var noParams: String { pick("받는 항목이 없습니다.", "It takes no params.") }

    var picturesByRegister: String {
        pick(
            "그림은 call 로 보낼 수 없습니다. 상품은 이렇게 등록합니다: \(program) market register --help",
            "call cannot send its pictures; to register a product: \(program) market register --help"
        )
    }

    func kind(_ word: String) -> String {
        switch word {
        case "read": pick("읽기", "read")
        case "write": pick("쓰기", "write")
        default: word
        }
    }

    func forRole(_ role: String) -> String { pick("권한 \(role)", "role \(role)") }
}
