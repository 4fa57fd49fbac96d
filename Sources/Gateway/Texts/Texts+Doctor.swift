internal import Messages

extension Texts {
    var check: String { pick("항목", "CHECK") }

    /// What a check is called: those of the machine in words, a service by its name.
    func check(_ name: String) -> String {
        switch name {
        case "curve": pick("암호화(CURVE)", "encryption (CURVE)")
        case "run": pick("실행 디렉터리", "run directory")
        case "state": pick("상태 디렉터리", "state directory")
        case "files": pick("열 수 있는 파일", "open files")
        case "fsync": pick("디스크 동기화", "disk sync")
        case "clock": pick("시계", "clock")
        case "context": pick("컨텍스트", "context")
        case "key": pick("자신의 열쇠", "your own key")
        case "serverkey": pick("서비스의 열쇠", "the services' key")
        default: name
        }
    }

    func verdict(_ verdict: Finding.Verdict) -> String {
        switch verdict {
        case .good: pick("좋음", "good")
        case .notable: pick("참고", "note")
        case .bad: pick("나쁨", "bad")
        }
    }

    // MARK: libzmq

    var curveIsThere: String { pick("있음", "available") }
    var curveIsMissing: String { pick("없음", "missing") }

    var libraryIsTooOld: String {
        pick("libzmq 4.3.4 이상을 설치하세요.", "Install libzmq 4.3.4 or newer.")
    }

    var libraryLosesWakeups: String {
        pick(
            "이 판은 신호를 받은 뒤 깨어나지 못할 수 있습니다. libzmq5 를 4.3.4-5 이상으로 올리세요: apt-get install libzmq5",
            "This version can miss a wake-up after a signal. Upgrade libzmq5 to 4.3.4-5 or newer: apt-get install libzmq5"
        )
    }

    var libraryNeedsCurve: String {
        pick(
            "libsodium 과 함께 빌드된 libzmq 를 설치하세요. 그때까지는 ipc 만 쓰세요.",
            "Install a libzmq that was built with libsodium. Until then, use ipc only."
        )
    }

    // MARK: Directories

    func isMissing(_ path: String) -> String {
        pick("\(path): 아직 없음", "\(path): does not exist yet")
    }

    var startServices: String {
        pick(
            "서비스를 시작하면 만들어집니다: deploy/up 또는 systemctl start jangteo.target",
            "Starting the services creates it: deploy/up, or systemctl start jangteo.target"
        )
    }

    var writeSomething: String {
        pick("처음으로 무언가를 바꾸는 명령이 만듭니다.", "The first command that changes something creates it.")
    }

    var noStateDirectory: String { pick("알 수 없음", "unknown") }

    var nameStateDirectory: String {
        pick("--state-dir 나 JANGTEO_STATE_DIR 로 정하세요.", "Set one with --state-dir or JANGTEO_STATE_DIR.")
    }

    var ownStateDirectory: String {
        pick(
            "서비스를 실행하는 사용자가 쓸 수 있어야 합니다. 소유자와 권한, 남은 공간을 확인하세요.",
            "The user who runs the services must be able to write there: check owner, mode and free space."
        )
    }

    // MARK: The machine

    func raiseFileLimit(to files: Int) -> String {
        pick(
            "연결마다 파일이 하나 필요합니다. 한도를 \(files) 이상으로 올리세요: ulimit -Hn, systemd 는 LimitNOFILE=",
            "Every connection needs a file descriptor. Raise the limit to \(files) or more: ulimit -Hn, or LimitNOFILE= for systemd."
        )
    }

    var setClock: String {
        pick("시계를 맞추세요. 주문 키와 기록 시각이 시계에서 나옵니다.", "Set the clock: the keys and times of orders depend on it.")
    }

    func syncTime(_ time: String, _ writes: Int) -> String {
        pick("\(time) (\(writes)번의 중간값)", "\(time) (median of \(writes))")
    }

    var useFasterDisk: String {
        pick(
            "주문마다 이만큼 기다립니다. 상태 디렉터리를 더 빠른 디스크로 옮기세요: JANGTEO_STATE_DIR",
            "Every order waits that long. Move the state directory to a faster disk: JANGTEO_STATE_DIR"
        )
    }

    // MARK: Context and keys

    var chooseContext: String {
        pick(
            "다시 추가하거나(\(program) context add … --force) 다른 것을 고르세요: \(program) context use",
            "Add it again (\(program) context add … --force), or choose another: \(program) context use"
        )
    }

    var mendKey: String {
        pick(
            "본인의 열쇠 파일이어야 합니다. 새로 만들려면: \(program) keys generate",
            "It must be your own file with a key pair. To create a new one: \(program) keys generate"
        )
    }

    var replaceOpenKey: String {
        pick("남이 읽었을 수 있으니 새 열쇠로 바꾸세요.", "others may have read it, so replace it with a new one.")
    }

    // MARK: Services

    func advice(for warning: HealthReport.Warning.Name, _ service: String) -> String {
        switch warning {
        case .clock:
            pick(
                "시계가 틀렸거나 틀린 적이 있습니다. 지금 시계가 맞는지 확인하세요. 다음 기록부터는 맞는 시각이 적힙니다.",
                "The clock is wrong, or was: check that it is right now. The next write is dated by it."
            )
        case .log:
            pick(
                "저장소를 읽는 프로그램(백업 도구, sqlite3 셸)이 로그를 붙잡고 있습니다. 진행 중인 백업이면 기다리고, 아니면 찾아서 끝내세요: fuser -v \(service).sqlite",
                "A program that reads the store, such as a backup tool or a sqlite3 shell, holds its log. Wait for a backup that is running; find and end anything else: fuser -v \(service).sqlite"
            )
        }
    }

    var encrypted: String { pick("암호화", "encrypted") }
    /// Not even to a handshake; one that is stopped looks the same.
    var nobodyThere: String { pick("아무도 응답하지 않음", "nobody answers there") }
    var keyNeeded: String { pick("열쇠를 요구함", "it requires a key") }
    var keyRefused: String { pick("이 열쇠를 모르거나 더는 받지 않음", "it does not accept this key") }
    var wrongServerKey: String {
        pick("알고 있는 공개 열쇠의 주인이 아님", "it does not have the public key that is known for it")
    }
    var curveNotSpoken: String { pick("열쇠를 모름", "it does not use keys") }

    var addKeys: String {
        pick(
            "서비스의 공개 열쇠와 함께 추가하세요: \(program) context add … --server-key",
            "Add the suite with the services' public key: \(program) context add … --server-key"
        )
    }

    func allow(_ key: String) -> String {
        pick("운영자에게 이 공개 열쇠를 허락해 달라고 하세요: \(key)", "Ask its operator to allow this public key: \(key)")
    }

    var mendServerKey: String {
        pick(
            "운영자에게 공개 열쇠를 다시 받아 추가하세요: \(program) context add … --force. 열쇠가 맞다면 다른 것이 그 주소에 있습니다.",
            "Get the public key from its operator and add that: \(program) context add … --force. If it is already right, "
                + "something else is at that address."
        )
    }

    var checkAddress: String {
        pick("주소가 맞는지 확인하고 운영자에게 물어보세요.", "Check that the address is right, and ask its operator.")
    }

    var askOperator: String { pick("운영자에게 물어보세요.", "Ask its operator.") }

    var otherVersion: String {
        pick("이 프로그램과 버전이 다릅니다.", "Its version differs from that of this program.")
    }

    func restartService(_ service: String) -> String {
        pick(
            "로그를 보고 다시 시작하세요: deploy/logs \(service), deploy/restart \(service) 또는 systemctl restart \(service)",
            "Check its log and restart it: deploy/logs \(service), deploy/restart \(service), or systemctl restart \(service)"
        )
    }

    var guardedByDirectory: String { pick("같은 사용자만", "same user only") }
    var unguarded: String { pick("암호화 없음", "not encrypted") }

    func seeLog(_ service: String) -> String {
        pick(
            "로그를 보세요: deploy/logs \(service) 또는 journalctl -u \(service)",
            "Check its log: deploy/logs \(service), or journalctl -u \(service)"
        )
    }

    func startService(_ service: String) -> String {
        pick(
            "시작하세요: deploy/up \(service) 또는 systemctl start \(service)",
            "Start it: deploy/up \(service), or systemctl start \(service)"
        )
    }

    func restartForVersion(_ service: String) -> String {
        pick(
            "이 프로그램과 버전이 다릅니다. 다시 시작하세요: deploy/restart \(service) 또는 systemctl restart \(service)",
            "Its version differs from that of this program. Restart it: deploy/restart \(service), or systemctl restart \(service)"
        )
    }
}
