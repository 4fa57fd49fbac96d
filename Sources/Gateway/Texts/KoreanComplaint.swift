/// What is wrong with arguments and settings in Korean, by the English that is written where it is found out.
///
/// A `*` stands for what was typed or named, and `{1}` for the first of these. What is not here stays English.
enum KoreanComplaint {
    /// The same in Korean; `nil` when it is not known.
    static func text(_ english: String) -> String? {
        for (template, korean) in templates {
            guard let words = words(of: english, in: template) else { continue }
            return words.enumerated().reduce(korean) { $0.replacing("{\($1.offset + 1)}", with: $1.element) }
        }
        return nil
    }

    /// What stands for the asterisks of a template; `nil` when the text is not of that form.
    private static func words(of text: String, in template: String) -> [String]? {
        let parts = template.split(separator: "*", omittingEmptySubsequences: false)
        guard let first = parts.first, let last = parts.last, text.hasPrefix(first) else { return nil }
        guard parts.count > 1 else { return text == template ? [] : nil }
        var rest = text.dropFirst(first.count)
        var words: [String] = []
        for part in parts.dropFirst().dropLast() {
            guard let place = rest.firstRange(of: part) else { return nil }
            words.append(String(rest[..<place.lowerBound]))
            rest = rest[place.upperBound...]
        }
        guard rest.hasSuffix(last) else { return nil }
        return words + [String(rest.dropLast(last.count))]
    }

    private static let templates: [(String, String)] = [
        // Commands that draw
        ("top has no JSON output; for programs, use: *", "top 에는 JSON 출력이 없습니다. 프로그램에는 {1} 를 쓰세요"),
        ("--verbose would write over the board: send it to a file with 2>file", "--verbose 가 화면을 덮어쓰므로 2>파일 로 보내세요"),
        ("* has no method '*': *", "{1} 에는 '{2}' 메서드가 없습니다: {3}"),
        ("context * already exists", "컨텍스트 {1} 은(는) 이미 있습니다"),
        // Options
        ("* must be * to *", "{1}: {2}에서 {3}까지여야 합니다"),
        ("* must be * or more", "{1}: {2} 이상이어야 합니다"),
        ("* must have * to * bytes", "{1}: {2}에서 {3}바이트까지여야 합니다"),
        ("* must have at most * bytes here, because two writes share it", "{1}: 두 요청이 함께 쓰므로 {2}바이트까지여야 합니다"),
        ("a key has 1 to * bytes", "키는 1에서 {1}바이트까지입니다"),
        ("* must name a directory", "{1} 에 디렉터리를 지정하세요"),
        ("* must name a file", "{1} 에 파일을 지정하세요"),
        ("* and * cannot be used together", "{1} 와 {2} 는 함께 쓸 수 없습니다"),
        (
            "--context is for services elsewhere and --run-dir for those of this machine: give only one of them",
            "--context 는 다른 곳의, --run-dir 는 이 컴퓨터의 서비스를 뜻합니다. 하나만 쓰세요"
        ),
        (
            "an id shows one order and --after a page: give only one of them",
            "주문 번호는 하나를, --after 는 한 쪽을 보여 줍니다. 하나만 쓰세요"
        ),
        (
            "the key of the write is missing; --all is for every write in the outbox",
            "쓰기의 키가 없습니다. 적어 둔 쓰기 모두는 --all 입니다"
        ),
        ("a key is for one write and --all for every one: give only one of them", "키는 하나를, --all 은 모두를 뜻합니다. 하나만 쓰세요"),
        (
            "give the services' public key with --server-key, or use no keys with --insecure",
            "--server-key 로 서비스의 공개 열쇠를 주거나, --insecure 로 열쇠 없이 쓰세요"
        ),
        ("* lacks its sign: * adds, * takes", "{1} 에 부호가 없습니다: {2} 는 더하고 {3} 는 뺍니다"),
        (
            "--expect takes one version of the whole stock, or versions of fruits (*)",
            "--expect 에는 재고 전체의 버전 하나나 과일의 버전({1})을 씁니다"
        ),
        ("* is named twice; name each fruit once", "{1} 이(가) 두 번 나왔습니다. 과일마다 한 번만 쓰세요"),
        ("* is named twice", "{1} 이(가) 두 번 나왔습니다"),
        // Services and methods
        ("every service has *: name one with --to (*)", "{1} 은(는) 모든 서비스에 있습니다. --to 로 하나를 지정하세요 ({2})"),
        ("no service is called '*': did you mean *?", "'{1}' 서비스는 없습니다: 혹시 {2}?"),
        ("no service is called '*': there are: *", "'{1}' 서비스는 없습니다. 있는 것: {2}"),
        ("no error is called '*': did you mean *?", "'{1}' 오류는 없습니다: 혹시 {2}?"),
        ("no error is called '*': *", "'{1}' 오류는 없습니다. 모두 보려면: errors"),
        ("the parameters are not valid JSON: * (byte *)", "매개변수가 올바른 JSON 이 아닙니다 ({2}번째 바이트)"),
        ("the parameters are not valid JSON: *", "매개변수가 올바른 JSON 이 아닙니다: {1}"),
        ("the parameters must be a JSON object, such as *", "매개변수는 JSON 객체여야 합니다. 예: {1}"),
        (
            "--since is a position of one service: name the service, as in: *",
            "--since 는 한 서비스의 순번입니다. 서비스를 지정하세요. 예: {1}"
        ),
        ("* does not publish any events", "{1} 은(는) 알리는 일이 없습니다"),
        ("the context in use has no address for the events of *", "쓰고 있는 컨텍스트에 {1} 의 이벤트 주소가 없습니다"),
        ("* changes something: use bench order to measure orders", "{1} 은(는) 무언가를 바꿉니다. 주문은 bench order 로 재세요"),
        ("the menu has no juice to order", "메뉴에 주문할 쥬스가 없습니다"),
        ("the subscribers did not all join", "구독자가 모두 연결되지 않았습니다"),
        // Terminals
        ("there is no terminal to ask for confirmation: confirm with --yes", "확인을 물어볼 터미널이 없습니다. --yes 로 확인하세요"),
        (
            "this places real orders, and there is no terminal to ask for confirmation: confirm with --yes",
            "실제 주문을 넣는데 확인을 물어볼 터미널이 없습니다. --yes 로 확인하세요"
        ),
        ("there is no terminal to ask for the secret: give it with * or *", "비밀번호를 물어볼 터미널이 없습니다. {1} 이나 {2} 로 주세요"),
        ("no vendor was given: name one with * or *", "판매자가 없습니다. {1} 나 {2} 로 지정하세요"),
        ("the keypad has no JSON output; for programs, use: *", "계산기에는 JSON 출력이 없습니다. 프로그램용: {1}"),
        ("the keypad needs a terminal for input and output; without one, use: *", "계산기에는 터미널이 필요합니다. 없으면: {1}"),
        (
            "a picture cannot be shown in a terminal; redirect standard output, or name a file with --output",
            "터미널에는 그림을 보여 줄 수 없습니다. 표준 출력을 돌리거나 --output 으로 파일을 지정하세요"
        ),
        ("the terminal cannot hide what is typed: *", "터미널이 입력을 숨기지 못합니다: {1}"),
        ("the terminal cannot be drawn on: *", "터미널에 그릴 수 없습니다: {1}"),
        // Files
        ("* can be changed by others; fix it with: *", "{1} 을(를) 남이 바꿀 수 있습니다. 고치려면: {2}"),
        ("* can be read or changed by others: *", "{1} 을(를) 남이 읽거나 바꿀 수 있습니다: {2}"),
        ("* belongs to another user", "{1} 은(는) 다른 사용자의 것입니다"),
        ("* is not a regular file", "{1} 은(는) 보통 파일이 아닙니다"),
        ("* is no file", "{1} 은(는) 파일이 아닙니다"),
        ("* is a directory; name a file", "{1} 은(는) 디렉터리입니다. 파일을 지정하세요"),
        ("* is too large", "{1} 이(가) 너무 큽니다"),
        ("* has more than * bytes", "{1} 은(는) {2}바이트보다 큽니다"),
        ("* has something else than a secret in it", "{1} 에 비밀번호가 아닌 것이 있습니다"),
        ("* must have exactly one line, the secret", "{1} 에는 비밀번호 한 줄만 있어야 합니다"),
        ("* has changed since the write was sent, so it would be a different write", "{1} 이(가) 보낸 뒤에 바뀌어 다른 쓰기가 됩니다"),
        ("an attachment did not come from a file: repeat the original command", "첨부가 파일에서 오지 않았습니다. 원래 명령을 다시 하세요"),
        ("no file can be called '*': name one with --output", "'{1}' 은(는) 파일 이름이 될 수 없습니다. --output 으로 지정하세요"),
        ("cannot write *: it is there already; replace it with --force", "{1} 이(가) 이미 있습니다. --force 로 바꿉니다"),
        ("cannot write *: *", "{1} 에 쓸 수 없습니다: {2}"),
        ("cannot read the input: *", "입력을 읽을 수 없습니다: {1}"),
        ("cannot read standard input: *", "표준 입력을 읽을 수 없습니다: {1}"),
        ("cannot read *: *", "{1} 을(를) 읽을 수 없습니다: {2}"),
        ("cannot open *: *", "{1} 을(를) 열 수 없습니다: {2}"),
        ("cannot look at *: *", "{1} 을(를) 볼 수 없습니다: {2}"),
        ("cannot make *: *", "{1} 을(를) 만들 수 없습니다: {2}"),
        ("cannot remove *: *", "{1} 을(를) 지울 수 없습니다: {2}"),
        ("cannot find *: *", "{1} 을(를) 찾을 수 없습니다: {2}"),
        ("nothing says where the * directory is: set HOME", "{1} 디렉터리가 어디인지 알 수 없습니다. HOME 을 정하세요"),
        // Contexts and keys
        ("no context is called '*': *", "'{1}' 컨텍스트는 없습니다: {2}"),
        ("context * already exists; replace it with --force", "{1} 컨텍스트가 이미 있습니다. --force 로 바꿉니다"),
        ("context * has no *, only: *", "{1} 컨텍스트에 {2} 이(가) 없습니다. 있는 것: {3}"),
        ("context *: its file is not valid JSON", "{1} 컨텍스트의 파일이 올바른 JSON 이 아닙니다"),
        ("'*' is not a valid name for a context: *", "'{1}' 은(는) 컨텍스트의 이름이 될 수 없습니다. 글자, 숫자, - _ . @ 를 쓰세요"),
        ("'*' is not a valid name: *", "'{1}' 은(는) 이름이 될 수 없습니다. 글자, 숫자, - _ . @ 를 1~64자 쓰세요"),
        ("'*' is not a service with its address, such as *", "'{1}' 은(는) 주소를 갖춘 서비스가 아닙니다. 예: {2}"),
        ("* takes an address for requests and at most one for events", "{1} 에는 요청 주소 하나와 이벤트 주소 하나까지 씁니다"),
        ("* is an address to listen on, not to connect to", "{1} 은(는) 연결할 수 있는 주소가 아닙니다"),
        (
            "* and * have different keys for *: select one with --context",
            "{1} 와 {2} 의 {3} 열쇠가 다릅니다. --context 로 하나를 고르세요"
        ),
        ("* already has this key; revoke that first", "{1} 이(가) 이미 이 열쇠를 씁니다. 먼저 그것을 빼세요"),
        ("* already exists; revoke it first", "{1} 이(가) 이미 있습니다. 먼저 빼세요"),
        ("nobody in * is called '*'; see: *", "{1} 에 '{2}' 은(는) 없습니다. 보려면: {3}"),
        ("* is not a file of tokens: *", "{1} 은(는) 토큰 파일이 아닙니다: {2}"),
        ("* is held by *", "{1} 을(를) 다른 프로세스가 쓰고 있습니다: {2}"),
        (
            "the configuration directory is unknown: *",
            "설정 디렉터리를 알 수 없습니다. HOME 이나 XDG_CONFIG_HOME 을 정하세요"
        ),
        (
            "'*' is neither a public key (40 characters, in quotes) nor a file with one: *",
            "'{1}' 은(는) 공개 열쇠(40글자, 따옴표 안에)도, 그것이 든 파일도 아닙니다: {2}"
        ),
    ]
}

extension Texts {
    /// What is wrong with an argument or a setting, in the reader's language.
    func complaint(_ english: String) -> String {
        pick(KoreanComplaint.text(english) ?? english, english)
    }
}
