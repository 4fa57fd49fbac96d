extension KoreanHelp {
    /// Measuring, this machine, contexts and keys.
    static let operation: [String: String] = [
        "Put load on a service, measure it and verify what it did.":
            "서비스에 부하를 주고, 재고, 한 일을 확인합니다.",
        "Exit code 0: every answer was right, and every acknowledged order exists exactly once; 1: otherwise. A client on the same machine as the service takes computing time from it, and so lowers the result.":
            "종료 코드 0: 모든 응답이 옳았고 접수된 주문이 정확히 하나씩 있음, 1: 그렇지 않음. 같은 컴퓨터의 클라이언트는 서비스의 계산 시간을 빼앗아 결과를 낮춥니다.",
        "Measure a method that only reads.":
            "읽기만 하는 메서드를 잽니다.",
        "Its parameters as a JSON object.":
            "JSON 객체인 매개변수.",
        "Requests due per second, whether or not the service keeps up. Default: each answer is followed by the next request.":
            "서비스가 따라오든 말든 1초에 보낼 요청 수. 기본값: 응답을 받으면 다음을 보냅니다.",
        "Latency is then measured from when a request was due.":
            "그러면 응답 시간은 요청을 보냈어야 할 때부터 잽니다.",
        "The load":
            "부하",
        "How many requests of each client may be in flight. Default: 256, with --rate 1024.":
            "클라이언트마다 한꺼번에 보낼 요청 수. 기본값: 256, --rate 가 있으면 1024.",
        "The number of clients, each with its own connection.":
            "클라이언트 수. 연결은 저마다 따로입니다.",
        "How long to measure, such as 500ms or 10s.":
            "재는 시간. 예: 500ms, 10s.",
        "How long to put load on the service before that.":
            "그전에 부하를 주는 시간.",
        "Measure durable orders, and verify that each was done exactly once.":
            "디스크에 남는 주문을 재고, 하나하나 정확히 한 번 처리되었는지 확인합니다.",
        "Places real orders, each with a key of its own. The stock is filled up before and restored afterwards, but the orders stay in the history, so the command asks for confirmation first.":
            "저마다 다른 키로 실제 주문을 넣습니다. 재고는 미리 채웠다가 되돌리지만 주문 기록은 남으므로 먼저 확인을 묻습니다.",
        "Measure how fast orders reach subscribers, and verify that none misses any.":
            "주문이 구독자에게 닿는 빠르기를 재고, 빠진 것이 없는지 확인합니다.",
        "Places real orders, as bench order does, while subscribers listen. The latency of an event is the time from when its order was due until a subscriber received it. It includes the commit, so it is never less than the time from commit to subscriber.":
            "bench order 처럼 실제 주문을 넣고 구독자가 듣습니다. 이벤트의 시간은 주문을 보냈어야 할 때부터 구독자가 받을 때까지입니다. 커밋이 들어 있으므로 커밋에서 구독자까지의 시간보다 짧지 않습니다.",
        "The number of subscribers, 1 to 200.":
            "구독자 수, 1에서 200.",
        "Place no orders, and wait until each subscriber has received this many events; --for is the maximum time.":
            "주문을 넣지 않고 구독자마다 이벤트를 이만큼 받을 때까지 기다립니다. --for 가 가장 긴 시간입니다.",
        "Measure orders mixed with reads of the stock.":
            "주문과 재고 읽기를 섞어 잽니다.",
        "Places real orders, as bench order does.":
            "bench order 처럼 실제 주문을 넣습니다.",
        "The percentage of requests that are orders, 1 to 99.":
            "요청 가운데 주문의 비율(%), 1에서 99.",
        "Check this machine and the services for problems, and say what to do.":
            "이 컴퓨터와 서비스에 문제가 있는지 살펴보고 할 일을 알려 줍니다.",
        "Nothing is changed. With a context, that context, its keys and its services are checked. Exit code 0: nothing needs to be done; 1: something does.":
            "아무것도 바꾸지 않습니다. 컨텍스트가 있으면 그 컨텍스트와 열쇠, 서비스를 살펴봅니다. 종료 코드 0: 할 일이 없음, 1: 있음.",
        "The services to check. Default: all.":
            "살펴볼 서비스. 기본값: 모두.",
        "Show the directories that the services of this machine and the gateway use.":
            "이 컴퓨터의 서비스와 gateway 가 쓰는 디렉터리를 보여 줍니다.",
        "Each is what arguments say, else the environment, else the default of the XDG Base Directory Specification. run: sockets and locks. state: data and unfinished writes. config: keys, contexts and tokens. For scripts: with names, only those paths are written, one a line.":
            "인자, 환경 변수, XDG Base Directory 규격의 기본값 순으로 정해집니다. run: 소켓과 잠금. state: 데이터와 끝나지 않은 쓰기. config: 열쇠와 컨텍스트와 토큰. 스크립트용: 이름을 주면 그 경로만 한 줄에 하나씩 씁니다.",
        "The directories to show; default: all, with their names.":
            "보여 줄 디렉터리. 기본값: 모두, 이름과 함께.",
        "Manage the addresses and keys of services on other machines.":
            "다른 컴퓨터에 있는 서비스의 주소와 열쇠를 관리합니다.",
        "A context names a suite of services with its addresses and keys. With --context NAME, or after `context use NAME`, every command talks to that suite. --run-dir and $JANGTEO_RUN_DIR select the services of this machine, whatever was chosen with `context use`.":
            "컨텍스트는 주소와 열쇠를 갖춘 서비스 모음의 이름입니다. --context NAME 을 쓰거나 `context use NAME` 뒤에는 모든 명령이 그 모음에 갑니다. --run-dir 와 $JANGTEO_RUN_DIR 는 `context use` 로 무엇을 골랐든 이 컴퓨터의 서비스를 뜻합니다.",
        "Add a context.":
            "컨텍스트를 추가합니다.",
        #"Services on TCP need two keys: their public key, which their operator gives you, and a key pair of your own (see keys generate), whose public key you give to the operator.\#n\#n  gateway context add shop --server-key 'rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7' \\#n      juice=tcp://10.0.0.5:7101,tcp://10.0.0.5:7102\#n\#nA service with several workers is named once for each of them."#:
            #"TCP 의 서비스에는 열쇠가 둘 필요합니다. 운영자가 주는 서비스의 공개 열쇠와, 자신의 열쇠 쌍(keys generate)입니다. 자신의 공개 열쇠는 운영자에게 줍니다.\#n\#n  gateway context add shop --server-key 'rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7' \\#n      juice=tcp://10.0.0.5:7101,tcp://10.0.0.5:7102\#n\#n워커가 여럿인 서비스는 워커마다 한 번씩 적습니다."#,
        "The name of the context.":
            "컨텍스트의 이름.",
        "Each service with its addresses, such as juice=tcp://10.0.0.5:7101,tcp://10.0.0.5:7102.":
            "서비스와 그 주소. 예: juice=tcp://10.0.0.5:7101,tcp://10.0.0.5:7102.",
        "The services' public key: 40 characters, or a certificate file.":
            "서비스의 공개 열쇠: 40글자, 또는 인증서 파일.",
        "The file of your own key pair. Default: gateway.key_secret in the configuration directory.":
            "자신의 열쇠 쌍 파일. 기본값: 설정 디렉터리의 gateway.key_secret.",
        "Use no keys: for services on a loopback address that were started without.":
            "열쇠를 쓰지 않습니다. 열쇠 없이 시작한, 이 컴퓨터 안의 주소에만 씁니다.",
        "Replace a context of the same name.":
            "같은 이름의 컨텍스트를 바꿉니다.",
        "List the contexts.":
            "컨텍스트를 보여 줍니다.",
        "Choose the context for all further commands.":
            "앞으로 쓸 컨텍스트를 고릅니다.",
        "The name of the context; local for the services of this machine.":
            "컨텍스트의 이름. 이 컴퓨터의 서비스는 local 입니다.",
        "Show the addresses and keys of a context.":
            "컨텍스트의 주소와 열쇠를 보여 줍니다.",
        "The name of the context. Default: the one in use.":
            "컨텍스트의 이름. 기본값: 쓰고 있는 것.",
        "Prepare and look at the log by which several workers share a service.":
            "여러 작업자가 한 서비스를 나눠 맡는 로그를 준비하고 살펴봅니다.",
        "Have another worker of a stream take the writes, without ending any.":
            "아무 작업자도 끝내지 않고, 스트림의 쓰기를 다른 작업자가 받게 합니다.",
        "The worker that is active becomes a replica, and the first replica that has all rows takes over, within some tenths of a second. Clients repeat by themselves what is refused meanwhile. Exit code 1: no other worker has taken it.":
            "쓰기를 받던 작업자는 복제본이 되고, 모든 행을 가진 첫 복제본이 몇 백 밀리초 안에 넘겨받습니다. 그 사이 거절된 것은 클라이언트가 스스로 되풀이합니다. 종료 코드 1: 다른 작업자가 넘겨받지 않음.",
        "The name of the stream, such as juice.": "스트림의 이름. 보기: juice.",
        "Have a replica store a snapshot of its stream in the log, and wait until it is there.":
            "복제본이 스트림의 스냅숏을 로그에 두게 하고, 다 될 때까지 기다립니다.",
        "Replicas do so by themselves when enough rows have come. The rows behind the newest two snapshots are deleted, and a worker that starts without data takes the newest. Exit code 1: no worker is a replica, or the snapshot failed.":
            "행이 충분히 늘면 복제본이 스스로 합니다. 가장 새로운 두 스냅숏보다 앞선 행은 지워지고, 데이터 없이 시작하는 작업자는 가장 새로운 것을 받습니다. 종료 코드 1: 복제본이 없거나 스냅숏을 만들지 못함.",
        "The service whose workers are asked.": "물어볼 작업자의 서비스.",
        "For the case that workers have ended because the database lacks rows that it had confirmed, after a failover to a server that was behind or from a backup. Connect as the owner of the log. The stream gets a new epoch: workers that run begin anew, those that have ended and are started again set their data aside and take what the database has, and every subscriber is told to read the present state. Writes that are lost are not done again by anybody but their callers.":
            "뒤처진 서버가 넘겨받았거나 백업에서 되살려, 데이터베이스가 확정했던 행을 잃고 작업자가 멈춘 경우에 씁니다. 로그의 소유자로 연결하세요. 스트림은 새 epoch 를 얻습니다. 돌고 있던 작업자는 새로 시작하고, 멈췄다가 다시 시작하는 작업자는 데이터를 따로 옮겨 두고 데이터베이스에 있는 것을 받으며, 구독자는 모두 지금 상태를 다시 읽습니다. 잃은 쓰기는 보낸 쪽만 다시 할 수 있습니다.",
        "Go on without what the database has lost, after asking for confirmation.":
            "확인을 받은 다음, 데이터베이스가 잃은 쓰기 없이 이어 갑니다.",
        "Delete a stream with all its rows and snapshots, after asking for confirmation.":
            "확인을 받은 다음, 스트림을 모든 행과 스냅숏과 함께 지웁니다.",
        "Connect as the owner of the log, when all workers of the stream have ended. Their own data stay where they are, but cannot join another stream. Pictures stay in the database: other streams may name them.":
            "스트림의 작업자가 모두 끝난 다음, 로그의 소유자로 연결하세요. 작업자의 데이터는 그대로 남지만 다른 스트림에는 쓸 수 없습니다. 그림은 데이터베이스에 남습니다. 다른 스트림이 쓸 수 있기 때문입니다.",
        "Show the streams of a log: who is active, the term, the rows, the newest snapshot.":
            "로그의 스트림을 보여 줍니다. 쓰기를 받는 작업자, 임기, 행, 가장 새로운 스냅숏.",
        "What each worker says of itself is in `gateway status`.":
            "작업자마다의 상태는 `gateway status` 에 있습니다.",
        "Create the tables of the log in a PostgreSQL database, or bring older ones up to date.":
            "PostgreSQL 데이터베이스에 로그의 표를 만들거나, 오래된 표를 새 버전으로 올립니다.",
        "Connect as the owner of the database; the tables belong to that user, and are in the schema jangteo. Workers should be another user, named by --grant, which can add rows and change none, of all streams or of those that --stream names. Doing it again changes nothing.":
            "데이터베이스의 주인으로 접속합니다. 표는 그 사용자의 것이고 jangteo 스키마에 있습니다. 작업자는 --grant 로 이름을 준 다른 사용자여야 하며, 모든 스트림이나 --stream 으로 정한 스트림에 행을 더할 수는 있어도 바꿀 수는 없습니다. 다시 해도 바뀌는 것은 없습니다.",
        "A stream that they may write, may be repeated; replaces what they could. Default: all.":
            "쓸 수 있는 스트림. 여러 번 줄 수 있고, 전에 쓸 수 있던 것을 대신합니다. 기본값: 모두.",
        "Where the database is, such as postgresql://owner@db1,db2/shop. Default: $JANGTEO_LOG.":
            "데이터베이스의 위치. 예: postgresql://owner@db1,db2/shop. 기본값: $JANGTEO_LOG.",
        "The user of the workers, who gets the rights that they need.":
            "작업자의 사용자. 필요한 권한을 받습니다.",
        "Create key pairs and manage the clients that services accept.":
            "열쇠 쌍을 만들고, 서비스가 받아들이는 클라이언트를 관리합니다.",
        "A key pair has a secret key, which never leaves its file, and a public key, by which others know its owner. Services accept the clients whose public keys are in their list of clients.":
            "열쇠 쌍은 파일 밖으로 나가지 않는 비밀 열쇠와, 남이 주인을 알아보는 공개 열쇠로 되어 있습니다. 서비스는 목록에 공개 열쇠가 있는 클라이언트를 받아들입니다.",
        "Create a new key pair.":
            "새 열쇠 쌍을 만듭니다.",
        "Writes NAME.key_secret, which only you can read, and NAME.key, which you give away. Replaces nothing.":
            "본인만 읽을 수 있는 NAME.key_secret 과, 남에게 줄 NAME.key 를 씁니다. 있는 것은 바꾸지 않습니다.",
        "The path of the files without an extension. Default: gateway in the configuration directory.":
            "확장자를 뺀 파일의 경로. 기본값: 설정 디렉터리의 gateway.",
        "Show the public key in a file, never the secret key.":
            "파일에 든 공개 열쇠를 보여 줍니다. 비밀 열쇠는 보여 주지 않습니다.",
        "A certificate file or the file of a key pair. Default: your own key pair.":
            "인증서 파일이나 열쇠 쌍 파일. 기본값: 자신의 열쇠 쌍.",
        "Add a client to the list.":
            "클라이언트를 목록에 더합니다.",
        "Roles: read may look and watch; order may also order and buy; operate may do everything. Running services read the list again on SIGHUP. Put a key that begins with - last, after --.":
            "역할: read 는 보고 지켜보기, order 는 주문하고 사기까지, operate 는 모두. 실행 중인 서비스는 SIGHUP 을 받으면 목록을 다시 읽습니다. - 로 시작하는 열쇠는 -- 뒤에 맨 끝에 둡니다.",
        "The name of the client, also used in logs.":
            "클라이언트의 이름. 로그에도 쓰입니다.",
        "The public key of the client: 40 characters, or a certificate file.":
            "클라이언트의 공개 열쇠: 40글자, 또는 인증서 파일.",
        "What the client may do.":
            "클라이언트가 할 수 있는 일.",
        "The list of clients. Default: $JANGTEO_CLIENTS, else clients in the configuration directory.":
            "클라이언트 목록. 기본값: $JANGTEO_CLIENTS, 없으면 설정 디렉터리의 clients.",
        "Remove a client from the list.":
            "클라이언트를 목록에서 뺍니다.",
        "Running services read the list again on SIGHUP. The next request of the client is refused then, and its subscriptions end.":
            "실행 중인 서비스는 SIGHUP 을 받으면 목록을 다시 읽습니다. 그러면 그 클라이언트의 다음 요청은 거절되고 구독은 끝납니다.",
        "The name of the client.":
            "클라이언트의 이름.",
        "List the clients that services accept.":
            "서비스가 받아들이는 클라이언트를 보여 줍니다.",
        "Exit code 1: a file in the list cannot be used; services do not start with it.":
            "종료 코드 1: 목록에 쓸 수 없는 파일이 있고, 서비스는 그것으로 시작하지 않습니다.",
        "Create and revoke the tokens that web-gateway accepts.":
            "web-gateway 가 받아들이는 토큰을 만들고 거둡니다.",
        "A token is a secret text that a client sends with each request over HTTP. Only its hash is kept, in a file that web-gateway reads again when it changes.":
            "토큰은 클라이언트가 HTTP 요청마다 함께 보내는 비밀 글자입니다. 파일에는 해시만 남고, web-gateway 는 파일이 바뀌면 다시 읽습니다.",
        "The file of tokens. Default: $JANGTEO_WEB_TOKENS, else tokens in the configuration directory.":
            "토큰 파일. 기본값: $JANGTEO_WEB_TOKENS, 없으면 설정 디렉터리의 tokens.",
        "Create a token for a client.":
            "클라이언트의 토큰을 만듭니다.",
        "Prints the token, once: nobody can find it out from the file. Roles: read may look and watch; order may also order and buy; operate may do everything. A running web-gateway knows the token a second later.":
            "토큰을 한 번만 보여 줍니다. 파일에서는 아무도 알아낼 수 없습니다. 역할: read 는 보고 지켜보기, order 는 주문하고 사기까지, operate 는 모두. 실행 중인 web-gateway 는 1초 뒤에 토큰을 압니다.",
        "List whose tokens web-gateway accepts, without the tokens.":
            "web-gateway 가 누구의 토큰을 받아들이는지 보여 줍니다. 토큰은 보여 주지 않습니다.",
        "Remove a token from the file.":
            "토큰을 파일에서 뺍니다.",
        "A second later a running web-gateway refuses requests with it, and its sessions and streams of events end. This needs no room on the disk.":
            "1초 뒤에 실행 중인 web-gateway 가 그 토큰의 요청을 거절하고, 세션과 이벤트 스트림은 끝납니다. 디스크에 빈 곳이 없어도 됩니다.",
        "After how long it ends: 1h to 3650d. Default: never, until it is revoked.":
            "얼마 뒤에 끝나는지: 1h 부터 3650d 까지. 기본값: 거둘 때까지 끝나지 않습니다.",
        "Open the web face in a browser.":
            "웹 화면을 브라우저에서 엽니다.",
        "Print a link that opens the web face with all rights.":
            "모든 권한으로 웹 화면을 여는 링크를 보여 줍니다.",
        "It is good once and for ten minutes, for a web-gateway of this machine with the same run directory. The session that it begins has the role operate, and ends after twelve hours or when you log out. The right to write to the run directory is all that this needs.":
            "한 번만, 10분 안에, 같은 실행 디렉터리를 쓰는 이 기계의 web-gateway 에서 쓸 수 있습니다. 링크로 시작한 세션은 operate 역할이고, 열두 시간 뒤나 로그아웃할 때 끝납니다. 실행 디렉터리에 쓸 권한만 있으면 됩니다.",
        "The address of the web face as the browser has it. Default: that of $JANGTEO_WEB_LISTEN, else http://127.0.0.1:7100.":
            "브라우저에서 보는 웹 화면의 주소. 기본값: $JANGTEO_WEB_LISTEN 의 주소, 없으면 http://127.0.0.1:7100.",
        "List the errors that services return.":
            "서비스가 돌려주는 오류를 보여 줍니다.",
        "A code (1010, -32601) or a part of a reason (stock). Without it, all errors are listed.":
            "코드(1010, -32601)나 이름의 일부(stock). 없으면 모두 보여 줍니다.",
        "Write a script that lets a shell complete commands.":
            "셸이 명령을 완성해 주는 스크립트를 씁니다.",
        "Commands, options, methods, services, topics and contexts are completed, and, where the services can be asked, juices, fruits and vendors.":
            "명령, 옵션, 메서드, 서비스, 주제, 컨텍스트를 완성하고, 서비스에 물어볼 수 있으면 쥬스, 과일, 판매자도 완성합니다.",
        "The shell.":
            "셸.",
        "Write the manual page of this program.":
            "이 프로그램의 매뉴얼 페이지를 씁니다.",
        "The page has every command and is made from the same definitions as the help. See it with man -l -.":
            "모든 명령이 들어 있고 도움말과 같은 정의에서 만들어집니다. man -l - 로 볼 수 있습니다.",
        "Watch the load of all services in this terminal.":
            "이 터미널에서 모든 서비스의 부하를 지켜봅니다.",
        "A row for each service: requests and commits in a second, requests in flight, subscribers, memory, and a line of the last minutes. P50 and P99 are of the method that was called most, since its service started. What has no room in the terminal is left out. q quits.":
            "서비스마다 한 줄: 1초의 요청과 커밋, 처리 중인 요청, 구독자, 메모리, 지난 몇 분의 선. P50 과 P99 는 가장 많이 불린 메서드의, 서비스가 시작한 뒤의 값입니다. 터미널에 자리가 없는 것은 빠집니다. q 로 끝냅니다.",
        "The time between two looks, such as 500ms or 5s.":
            "다시 볼 때까지의 시간. 예: 500ms, 5s.",
        "Show what services have counted since they started.":
            "서비스가 시작한 뒤로 센 것을 보여 줍니다.",
        "A row for each service, and one for each method that was called. Times are from the arrival of a request to its reply. Exit code 0: all of them answered; 3: some did; 4: none did.":
            "서비스마다 한 줄, 불린 메서드마다 한 줄입니다. 시간은 요청이 도착해서 응답할 때까지입니다. 종료 코드 0: 모두 응답함, 3: 일부만 응답함, 4: 아무도 응답하지 않음.",
        "Show what a method takes and returns, with an example.":
            "메서드가 받는 것과 돌려주는 것을 예시와 함께 보여 줍니다.",
        "The running service is asked for it (rpc.discover), so it is what that service understands. With --json it is the method's object of the OpenRPC document, references resolved. With a service in place of a method, its methods are listed.":
            "실행 중인 서비스에 묻기 때문에(rpc.discover) 그 서비스가 이해하는 그대로입니다. --json 이면 OpenRPC 문서에 있는 메서드의 객체를 참조까지 풀어서 씁니다. 메서드 대신 서비스를 쓰면 그 메서드들을 보여 줍니다.",
        "The method, such as juice.order, or a service, such as juice.":
            "메서드(예: juice.order) 또는 서비스(예: juice).",
        "The service to ask.":
            "물어볼 서비스.",
        "Change a context in your editor.":
            "컨텍스트를 편집기에서 고칩니다.",
        "Opens the context as JSON in $VISUAL, else $EDITOR, else vi. What cannot be used is refused, and kept for the next edit.":
            "컨텍스트를 JSON 으로 $VISUAL, 없으면 $EDITOR, 없으면 vi 에서 엽니다. 쓸 수 없는 것은 거절하고 다음 편집을 위해 남겨 둡니다.",
        "Give a context another name.":
            "컨텍스트의 이름을 바꿉니다.",
        "Its new name.":
            "새 이름.",
        "Remove a context; its keys stay.":
            "컨텍스트를 지웁니다. 키는 남습니다.",
        "Show every message on the wire on standard error, without secrets.":
            "오가는 모든 메시지를 비밀은 빼고 표준 오류에 보여 줍니다.",
    ]
}
