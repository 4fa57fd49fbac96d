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
            "This build can miss a wake-up after a signal. Upgrade libzmq5 to 4.3.4-5 or newer: apt-get install libzmq5"
        )
    }

    var libraryNeedsCurve: String {
        pick(
            "libsodium 과 함께 빌드된 libzmq 를 설치하세요. 그때까지는 ipc 만 쓰세요.",
            "Install a libzmq that was built with libsodium; until then use ipc only."
        )
    }

    // MARK: Directories

    func isMissing(_ path: String) -> String {
        pick("\(path): 아직 없음", "\(path): not there yet")
    }

    var startServices: String {
        pick("서비스를 시작하면 만들어집니다: deploy/up", "Starting the services makes it: deploy/up")
    }

    var noStateDirectory: String { pick("알 수 없음", "unknown") }

    var nameStateDirectory: String {
        pick("--state-dir 나 JANGTEO_STATE_DIR 로 정하세요.", "Name one with --state-dir or JANGTEO_STATE_DIR.")
    }

    var ownStateDirectory: String {
        pick(
            "서비스를 실행하는 사용자가 쓸 수 있어야 합니다. 소유자와 권한, 남은 공간을 확인하세요.",
            "The user who runs the services must be able to write there: look at owner, mode and free space."
        )
    }

    // MARK: The machine

    func raiseFileLimit(to files: Int) -> String {
        pick(
            "연결마다 파일이 하나 필요합니다. 한도를 \(files) 이상으로 올리세요: ulimit -Hn, systemd 는 LimitNOFILE=",
            "Every connection needs a file. Raise the limit to \(files) or more: ulimit -Hn, or LimitNOFILE= of systemd."
        )
    }

    var setClock: String {
        pick("시계를 맞추세요. 주문 키와 기록 시각이 시계에서 나옵니다.", "Set the clock: keys and times of orders come from it.")
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

    // MARK: Services

    var guardedByDirectory: String { pick("같은 사용자만", "same user only") }
    var unguarded: String { pick("암호화 없음", "not encrypted") }

    func seeLog(_ service: String) -> String {
        pick("로그를 보세요: deploy/logs \(service)", "See its log: deploy/logs \(service)")
    }

    func startService(_ service: String) -> String {
        pick("시작하세요: deploy/up \(service)", "Start it: deploy/up \(service)")
    }

    func restartForVersion(_ service: String) -> String {
        pick(
            "이 프로그램과 버전이 다릅니다. 다시 시작하세요: deploy/restart \(service)",
            "It has another version than this program. Restart it: deploy/restart \(service)"
        )
    }
}
