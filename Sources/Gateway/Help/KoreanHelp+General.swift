extension KoreanHelp {
    /// The program, juice, calc and expo.
    static let general: [String: String] = [
        "Send commands to the services of Jangteo and watch the events they publish.":
            "장터의 서비스에 명령을 보내고, 서비스가 알리는 일을 지켜봅니다.",
        "Data goes to standard output, everything else to standard error.\n\nExit codes: 0 success · 1 refused by a service · 2 usage error · 3 not every service of a fan-out answered · 4 service not reachable · 5 the outcome of a write is unknown (the command that finds out is shown) · 6 done, but the result could not be written (for a write, its key and the command that shows the result again are shown) · 130 interrupted.":
            "데이터는 표준 출력으로, 나머지는 모두 표준 오류로 나갑니다.\n\n종료 코드: 0 성공 · 1 서비스가 거절함 · 2 잘못된 사용 · 3 여러 서비스 가운데 일부만 응답함 · 4 서비스에 닿지 않음 · 5 쓰기의 결과를 모름(알아보는 명령을 보여 줌) · 6 처리되었지만 결과를 쓰지 못함(쓰기라면 키와 결과를 다시 보는 명령을 보여 줌) · 130 중단됨.",
        "Show the version.":
            "버전을 보여 줍니다.",
        "Show help information.":
            "도움말을 보여 줍니다.",
        "Order juice and manage the stock.":
            "쥬스를 주문하고 재고를 관리합니다.",
        "Show the juices and how many of each the current stock allows.":
            "쥬스와, 지금 재고로 만들 수 있는 잔 수를 보여 줍니다.",
        "The directory of the services' sockets.":
            "서비스의 소켓이 있는 디렉터리.",
        "Default: $JANGTEO_RUN_DIR, else $XDG_RUNTIME_DIR/jangteo, else ${TMPDIR:-/tmp}/jangteo-<uid>. $JANGTEO_JUICE_RPC and $JANGTEO_JUICE_EVENTS name other endpoints.":
            "기본값: $JANGTEO_RUN_DIR, 없으면 $XDG_RUNTIME_DIR/jangteo, 그것도 없으면 ${TMPDIR:-/tmp}/jangteo-<uid>. $JANGTEO_JUICE_RPC 와 $JANGTEO_JUICE_EVENTS 로 다른 주소를 지정합니다.",
        "Global options":
            "공통 옵션",
        "The suite of services to talk to; local for those of this machine.":
            "명령을 보낼 서비스 모음. 이 컴퓨터의 것은 local 입니다.",
        "Default: $JANGTEO_CONTEXT, else the one chosen with `context use`.":
            "기본값: $JANGTEO_CONTEXT, 없으면 `context use` 로 고른 것.",
        "The directory of the outbox.":
            "보낼 요청을 적어 두는 디렉터리.",
        "Default: $JANGTEO_STATE_DIR, else $XDG_STATE_HOME/jangteo, else ~/.local/state/jangteo.":
            "기본값: $JANGTEO_STATE_DIR, 없으면 $XDG_STATE_HOME/jangteo, 그것도 없으면 ~/.local/state/jangteo.",
        "How long to wait for an answer, such as 500ms, 5s or 2m.":
            "응답을 기다리는 시간. 예: 500ms, 5s, 2m.",
        "Write JSON for programs.":
            "프로그램이 읽을 JSON 으로 씁니다.",
        "The language of the texts. Default: that of the locale.":
            "문장의 언어. 기본값: 로캘의 언어.",
        "When to use colours. With auto, never if NO_COLOR is set.":
            "색을 쓸 때. auto 는 NO_COLOR 가 있으면 쓰지 않습니다.",
        "Order a juice.":
            "쥬스를 주문합니다.",
        "The juice: its key, its number on the menu, or its name in Korean or English, such as mango, 7 or 망고.":
            "쥬스: 키, 메뉴의 번호, 또는 한국어나 영어 이름. 예: mango, 7, 망고.",
        "The number of glasses.":
            "잔 수.",
        "The idempotency key of the write, which is never done twice under one key. Default: a new key.":
            "쓰기의 멱등 키. 같은 키로는 두 번 처리되지 않습니다. 기본값: 새 키.",
        "Show past orders, newest first, or one of them.":
            "지난 주문을 최신 순으로, 또는 그중 하나를 보여 줍니다.",
        "The id of one order. Without it, a page of orders is shown.":
            "주문 하나의 번호. 없으면 한 쪽을 보여 줍니다.",
        "The number of rows to show, 1 to 100.":
            "보여 줄 줄 수, 1에서 100.",
        "The cursor that the previous page ended with.":
            "앞쪽이 끝난 곳의 커서.",
        "Show the stock level of every fruit.":
            "과일마다 재고를 보여 줍니다.",
        "Add to or take from the stock. All changes are made, or none.":
            "재고를 더하거나 뺍니다. 모두 바뀌거나 하나도 바뀌지 않습니다.",
        "The changes, such as mango=+3 망고=-2.":
            "바꿀 양. 예: mango=+3 망고=-2.",
        "Set stock levels. All of them are set, or none.":
            "재고를 정합니다. 모두 정해지거나 하나도 정해지지 않습니다.",
        "The new levels, such as mango=10 망고=10.":
            "새 재고. 예: mango=10 망고=10.",
        "Refuse unless this is still the version: of the stock (12), or of a fruit (mango=3; may be repeated).":
            "버전이 아직 이것일 때만 바꿉니다: 재고 전체의 버전(12), 또는 과일의 버전(mango=3, 여러 번 쓸 수 있음).",
        "Calculate exactly, from left to right.":
            "왼쪽부터 차례로 정확하게 계산합니다.",
        "Evaluate a formula, or every line of standard input.":
            "식 하나, 또는 표준 입력의 모든 줄을 계산합니다.",
        "The operators + - * / (also − × ÷ x) are applied in the order typed, without precedence: 2+3*3-1 is 14. With -, every line of standard input is a formula, and its result is written at once, one line for each, in order. A formula that is refused gets an empty line, or an error object with --json.":
            "연산자 + - * / (− × ÷ x 도 가능)는 우선순위 없이 쓴 순서대로 적용합니다. 2+3*3-1 은 14 입니다. - 를 주면 표준 입력의 한 줄이 식 하나이고, 결과를 순서대로 한 줄에 하나씩 바로 씁니다. 거절된 식은 빈 줄이 되고, --json 이면 오류 객체가 됩니다.",
        "The formula as one argument or several, such as 2+3*3-1; - reads standard input line by line.":
            "식. 인자 하나나 여럿. 예: 2+3*3-1. - 는 표준 입력을 줄마다 읽습니다.",
        "Press keys of the calculator's keypad.":
            "계산기의 키를 누릅니다.",
        "Shows the history and the display. With --json the result contains a state; pass it to --state to continue from there.":
            "기록과 화면을 보여 줍니다. --json 의 결과에는 상태가 있고, --state 로 넘기면 거기서 이어집니다.",
        "The keys. AC, CE, +/-, 00 and so on are arguments of their own; any other argument is one key per character, such as 12+3=.":
            "키. AC, CE, +/-, 00 따위는 따로 쓰고, 그 밖의 인자는 글자마다 키 하나입니다. 예: 12+3=.",
        "The state to start from, as printed by --json. Default: a new keypad.":
            "시작할 상태. --json 이 보여 준 것입니다. 기본값: 새 계산기.",
        "Use a pocket calculator in this terminal.":
            "이 터미널에서 계산기를 씁니다.",
        "Type digits, a dot and + - * /. Enter or = shows the result, Backspace or Delete clears the number (CE), Escape or c clears everything (AC), n changes the sign, the arrow keys scroll through the history, and q quits.":
            "숫자와 점, + - * / 를 누릅니다. Enter 나 = 는 결과, Backspace 나 Delete 는 숫자 지우기(CE), Escape 나 c 는 모두 지우기(AC), n 은 부호 바꾸기, 화살표는 기록 보기, q 는 끝내기입니다.",
        "Browse the exposition.":
            "전시를 둘러봅니다.",
        "Show the poster of the exposition.":
            "전시의 포스터를 보여 줍니다.",
        "List the exhibits, all of them or those that contain a text.":
            "출품작을 모두, 또는 글이 들어 있는 것만 보여 줍니다.",
        "Show only exhibits with this text in a name or a description, Korean or English.":
            "이름이나 설명에 이 글이 있는 출품작만 보여 줍니다. 한국어나 영어.",
        "Show an exhibit.":
            "출품작 하나를 보여 줍니다.",
        "The exhibit: its number, its Korean or English name, or the name of its picture, such as 5, 해금 or haegeum.":
            "출품작: 번호, 한국어나 영어 이름, 또는 그림의 이름. 예: 5, 해금, haegeum.",
        "Download a picture.":
            "그림을 내려받습니다.",
        "Without --output the picture is written to standard output if that is a file or a pipe. On a terminal, or with --json, it is written to a file of its name in the current directory. An existing file is not replaced.":
            "--output 이 없으면 표준 출력이 파일이나 파이프일 때 그리로 씁니다. 터미널이거나 --json 이면 현재 디렉터리에 그 이름의 파일로 씁니다. 있는 파일은 바꾸지 않습니다.",
        "The name of the picture, as `expo entries` shows it, or poster.":
            "그림의 이름. `expo entries` 가 보여 주는 것, 또는 poster.",
        "The file to write; - is standard output.":
            "쓸 파일. - 는 표준 출력입니다.",
        "Replace an existing file.":
            "있는 파일을 바꿉니다.",
        "Browse the market, buy and sell.":
            "장터를 둘러보고, 사고, 팝니다.",
        "A vendor is named with --identifier or JANGTEO_VENDOR_IDENTIFIER. The vendor's secret is read from --secret-file or JANGTEO_VENDOR_SECRET, or asked for without showing what is typed. It is never an argument, because other users of the machine can read those.":
            "판매자는 --identifier 나 JANGTEO_VENDOR_IDENTIFIER 로 지정합니다. 판매자의 비밀번호는 --secret-file 이나 JANGTEO_VENDOR_SECRET 에서 읽거나, 화면에 보이지 않게 물어봅니다. 다른 사용자가 인자를 볼 수 있으므로 인자로는 받지 않습니다.",
    ]
}
