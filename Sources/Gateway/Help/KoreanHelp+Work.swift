extension KoreanHelp {
    /// The market, calls, batches and events.
    static let work: [String: String] = [
        "List the products, newest first.":
            "상품을 최신 순으로 보여 줍니다.",
        "Show only products with all of these words in their texts or their vendor's name.":
            "글이나 판매자 이름에 이 낱말이 모두 있는 상품만 보여 줍니다.",
        "The page, counted from 1.":
            "쪽. 1부터 셉니다.",
        "The number of products on a page, 1 to 100.":
            "한 쪽의 상품 수, 1에서 100.",
        "Fetch no page if this is still the revision of the catalogue.":
            "카탈로그의 개정이 아직 이것이면 쪽을 받지 않습니다.",
        "Show everything about a product.":
            "상품 하나를 자세히 보여 줍니다.",
        "The number of the product, as `market list` shows it.":
            "상품 번호. `market list` 가 보여 줍니다.",
        "Offer a new product with one to five pictures.":
            "이미지 1~5장과 함께 새 상품을 내놓습니다.",
        "Pictures are PNG, JPEG, WebP or GIF files of at most 300 KB and 8000 x 8000 pixels each. The first one becomes the thumbnail of the product. All faults are reported together.":
            "이미지는 PNG, JPEG, WebP, GIF 파일이고 한 장에 300KB, 8000 x 8000 픽셀까지입니다. 첫 장이 상품의 미리보기가 됩니다. 잘못된 것은 한꺼번에 알려 줍니다.",
        "The product's name, 3 to 100 characters.":
            "상품명, 3~100자.",
        "The product":
            "상품",
        "The product's description, 10 to 1000 characters.":
            "상품 상세설명, 10~1000자.",
        "The price: whole won, or dollars with up to two decimals.":
            "가격: 원은 소수점 없이, 달러는 소수점 두 자리까지.",
        "KRW or USD.":
            "KRW 또는 USD.",
        "The amount taken off the price.":
            "가격에서 깎는 금액.",
        "The quantity in stock.":
            "재고수량.",
        "A picture file. May be given up to five times.":
            "이미지 파일. 다섯 번까지 쓸 수 있습니다.",
        "The vendor's identifier. Default: $JANGTEO_VENDOR_IDENTIFIER.":
            "판매자의 식별자. 기본값: $JANGTEO_VENDOR_IDENTIFIER.",
        "The vendor":
            "판매자",
        "A file with the vendor's secret that nobody else can read. Default: $JANGTEO_VENDOR_SECRET, else asked for.":
            "판매자의 비밀번호가 든, 남이 읽을 수 없는 파일. 기본값: $JANGTEO_VENDOR_SECRET, 없으면 물어봅니다.",
        "Change one of your products. Only what is given is changed.":
            "자신의 상품 하나를 바꿉니다. 준 것만 바뀝니다.",
        "The number of the product.":
            "상품 번호.",
        "The number of the picture to use as the thumbnail.":
            "미리보기로 쓸 이미지의 번호.",
        "Delete one of your products, after asking for confirmation.":
            "확인을 받은 뒤 자신의 상품 하나를 지웁니다.",
        "Do not ask for confirmation.":
            "확인을 묻지 않습니다.",
        "Buy a product: the whole quantity, or nothing.":
            "상품을 삽니다. 전부 사거나 하나도 사지 않습니다.",
        "The quantity, 1 to 1000.":
            "수량, 1에서 1000.",
        "Download a picture of a product, or its thumbnail.":
            "상품의 이미지나 미리보기를 내려받습니다.",
        "Without --output the picture is written to standard output if that is a file or a pipe. On a terminal, or with --json, it is written to a new file in the current directory. An existing file is not replaced.":
            "--output 이 없으면 표준 출력이 파일이나 파이프일 때 그리로 씁니다. 터미널이거나 --json 이면 현재 디렉터리에 새 파일로 씁니다. 있는 파일은 바꾸지 않습니다.",
        "The number or reference of the picture, as `market show` shows it: 17, market:images/17/thumbnail.":
            "이미지의 번호나 참조. `market show` 가 보여 줍니다. 예: 17, market:images/17/thumbnail.",
        "Download the thumbnail instead.":
            "대신 미리보기를 내려받습니다.",
        "Register and list vendors; for the operator of the market.":
            "판매자를 등록하고 보여 줍니다. 장터 운영자용.",
        "Register a vendor and show its identifier and its secret.":
            "판매자를 등록하고 식별자와 비밀번호를 보여 줍니다.",
        "The secret will not be shown again. With --secret-out it is written to a new file that --secret-file of other commands can read, and is not shown; with --json its member is null. If the result cannot be shown anywhere, nothing is sent. If that fails only afterwards, the secret is kept in the state directory, and standard error says where.":
            "비밀번호는 다시 보여 주지 않습니다. --secret-out 을 쓰면 다른 명령의 --secret-file 이 읽을 수 있는 새 파일에 쓰고 화면에는 보여 주지 않으며, --json 에서는 그 자리가 null 입니다. 결과를 보여 줄 곳이 없으면 아무것도 보내지 않습니다. 나중에야 쓰지 못하면 비밀번호를 상태 디렉터리에 보관하고 어디인지 표준 오류로 알려 줍니다.",
        "The vendor's name, 1 to 50 characters.":
            "판매자의 이름, 1~50자.",
        "Write the secret to this new file, which only you can read.":
            "비밀번호를 이 새 파일에 씁니다. 본인만 읽을 수 있습니다.",
        "List the vendors, newest first.":
            "판매자를 최신 순으로 보여 줍니다.",
        "Call any method of a service.":
            "서비스의 아무 메서드나 부릅니다.",
        "The first word of the method names the service; service.*, rpc.discover and events.replay need --to. Writes, and methods this program does not know, are sent with an idempotency key. With --json the whole reply is shown, otherwise only its result.":
            "메서드의 첫 낱말이 서비스를 나타냅니다. service.*, rpc.discover, events.replay 에는 --to 가 필요합니다. 쓰기와, 이 프로그램이 모르는 메서드는 멱등 키와 함께 보냅니다. --json 이면 응답 전체를, 아니면 결과만 보여 줍니다.",
        "The method, such as juice.order.":
            "메서드. 예: juice.order.",
        "Its parameters as a JSON object; - reads them from standard input.":
            "JSON 객체인 매개변수. - 는 표준 입력에서 읽습니다.",
        "The service to call.":
            "부를 서비스.",
        "Send a write without a key. It cannot be repeated safely then.":
            "키 없이 쓰기를 보냅니다. 그러면 안전하게 다시 보낼 수 없습니다.",
        "Call a method of several services at once.":
            "여러 서비스의 한 메서드를 한꺼번에 부릅니다.",
        "Shows a row for every service: ok, an error, or no answer. Exit code 0: all succeeded; 3: some did; 4: none answered; 5: the outcome of a write is unknown.":
            "서비스마다 한 줄을 보여 줍니다: 완료, 오류, 또는 응답 없음. 종료 코드 0: 모두 성공, 3: 일부만 성공, 4: 아무도 응답하지 않음, 5: 쓰기의 결과를 모름.",
        "The method, such as service.ping.":
            "메서드. 예: service.ping.",
        "The services to call. Default: all.":
            "부를 서비스. 기본값: 모두.",
        "Send many requests, one per line, and get one line back for each.":
            "한 줄에 하나씩 많은 요청을 보내고, 하나마다 한 줄을 받습니다.",
        #"A line is a request as on the wire, {"method":"juice.order","params":{"juice":"mango"}}. Its "id" comes back with the outcome, "to" names the service for a method that every service has, and a write without "meta":{"idempotencykey":…} gets a key of its own. The outcomes are JSON lines in the order of the input. Up to --window requests are in flight at once, in no certain order: with --window 1 each is finished before the next is sent.\#n\#nA line that is not a request gets an error line, and the others go on. Writes are kept in the outbox from before they are sent until they are answered: if a batch is cut short, `gateway outcome` lists what is left of it. If an outcome cannot be written, nothing more is sent.\#n\#nExit code 0: all done; 1: some were refused, or were not requests; 3: some were not answered; 4: none was; 5: the outcome of a write is unknown; 6: some were done, but not every outcome could be written."#:
            #"한 줄은 통신에서 쓰는 것과 같은 요청입니다: {"method":"juice.order","params":{"juice":"mango"}}. "id" 는 결과와 함께 돌아오고, "to" 는 모든 서비스에 있는 메서드의 서비스를 지정하며, "meta":{"idempotencykey":…} 가 없는 쓰기에는 새 키를 줍니다. 결과는 입력 순서의 JSON 줄입니다. 한꺼번에 --window 건까지 순서 없이 보냅니다. --window 1 이면 하나가 끝나야 다음을 보냅니다.\#n\#n요청이 아닌 줄은 오류 줄이 되고 나머지는 계속됩니다. 쓰기는 보내기 전부터 응답을 받을 때까지 적어 둡니다. 중간에 끊기면 `gateway outcome` 이 남은 것을 보여 줍니다. 결과를 쓸 수 없으면 더는 보내지 않습니다.\#n\#n종료 코드 0: 모두 완료, 1: 일부가 거절되었거나 요청이 아님, 3: 일부가 응답 없음, 4: 모두 응답 없음, 5: 쓰기의 결과를 모름, 6: 일부는 처리되었지만 결과를 모두 쓰지는 못함."#,
        "The file; - is standard input.":
            "파일. - 는 표준 입력입니다.",
        "How many requests may be in flight at once, 1 to 1000.":
            "한꺼번에 보낼 요청 수, 1에서 1000.",
        "Find out what became of a write that got no answer.":
            "응답을 받지 못한 쓰기가 어떻게 되었는지 알아봅니다.",
        "Every write is kept in an outbox on disk from before it is sent until its outcome is known. Without a key, this lists the writes in the outbox. With a key, it asks the service. Exit code 0: it was done, and its result is shown; 1: the service does not know it; 4: the service cannot be reached. A write in the outbox is asked about where it was sent, any other in the suite given by --context.\n\n--all does the same for every write in the outbox, oldest first, and says in a few lines what became of them; with --json, of each with its result. Exit code 3: not all of them ended alike.\n\n--retry sends exactly the same request again. Under its key it is done only once, however often it is sent within seven days.":
            "모든 쓰기는 보내기 전부터 결과를 알 때까지 디스크에 적어 둡니다. 키가 없으면 적어 둔 쓰기를 보여 줍니다. 키가 있으면 서비스에 물어봅니다. 종료 코드 0: 처리되었고 결과를 보여 줌, 1: 서비스가 모름, 4: 서비스에 닿지 않음. 적어 둔 쓰기는 보냈던 곳에, 다른 것은 --context 의 서비스 모음에 물어봅니다.\n\n--all 은 적어 둔 모든 쓰기를 오래된 것부터 알아보고 몇 줄로 알려 줍니다. --json 이면 하나하나 결과와 함께 보여 줍니다. 종료 코드 3: 서로 다르게 끝남.\n\n--retry 는 똑같은 요청을 다시 보냅니다. 7일 안이면 몇 번을 보내도 같은 키로는 한 번만 처리됩니다.",
        "The idempotency key of the write. Without it, the outbox is listed.":
            "쓰기의 멱등 키. 없으면 적어 둔 것을 보여 줍니다.",
        "Every write in the outbox, in place of the one with a key.":
            "키 하나 대신 적어 둔 쓰기 모두.",
        "At most this many writes, oldest first. Default: all; a long list is summed up.":
            "오래된 것부터 많아야 이만큼. 기본값: 모두. 긴 목록은 묶어서 보여 줍니다.",
        "Send the write again under its key: if it was done, its result comes back; if not, it is done now.":
            "같은 키로 다시 보냅니다. 처리되었으면 그 결과를 받고, 아니면 지금 처리합니다.",
        "Remove the write from the outbox without finding out.":
            "알아보지 않고 적어 둔 것을 지웁니다.",
        "The service that was called. Default: the one in the outbox, else all.":
            "불렀던 서비스. 기본값: 적어 둔 것, 없으면 모두.",
        "Watch the events that services publish.":
            "서비스가 알리는 일을 지켜봅니다.",
        "Shows every event once and in order, even across restarts of a service. Where that is not possible, standard error says resynced. With --json, each line is a CloudEvent.":
            "서비스가 다시 시작해도 모든 일을 한 번씩 순서대로 보여 줍니다. 그럴 수 없으면 표준 오류로 resynced 라고 알려 줍니다. --json 이면 한 줄이 CloudEvent 하나입니다.",
        "Words that a topic begins with, such as juice.stock.changed.mango or juice.stock; default: everything of every service.":
            "주제의 앞 낱말들. 예: juice.stock.changed.mango, juice.stock. 기본값: 모든 서비스의 모든 것.",
        "Start after this position; 0 is the beginning.":
            "이 순번 다음부터 시작합니다. 0은 처음입니다.",
        "Stop after this many events.":
            "이만큼 보여 주고 끝냅니다.",
        "Show which services are available.":
            "어느 서비스가 있는지 보여 줍니다.",
        "Exit code 0: all of them serve; 3: some answer well or not; 4: none answered.":
            "종료 코드 0: 모두 제공 중, 3: 일부만 정상, 4: 아무도 응답하지 않음.",
        "The services to ask. Default: all.":
            "물어볼 서비스. 기본값: 모두.",
        "List past purchases, newest first.":
            "지난 구매를 최근 것부터 보여 줍니다.",
        "They are read off the events that the market keeps, each with the name and the price that the product had at that moment.":
            "마켓이 보관하는 이벤트에서 읽습니다. 저마다 그때의 상품명과 가격이 함께 나옵니다.",
        "Show only purchases of this product.":
            "이 상품의 구매만 보여 줍니다.",
        "How many to show.":
            "보여 줄 개수.",
        "Show all digits of the result, up to 34; otherwise it is rounded to 15.":
            "결과의 모든 자리를 34자리까지 보여 줍니다. 없으면 15자리로 반올림합니다.",
    ]
}
