internal import Messages
internal import Platform
internal import WorkerClient
internal import ZeroMQPatterns

extension Texts {
    func watching(_ service: ServiceName, after sequence: Int) -> String {
        pick("\(service.rawValue): \(sequence)번 다음부터 지켜봅니다", "\(service.rawValue): watching, up to date at \(sequence)")
    }

    func heardAgain(_ service: ServiceName, at sequence: Int) -> String {
        pick(
            "\(service.rawValue): 다시 연결됨, \(sequence)번까지 빠짐없음",
            "\(service.rawValue): connected again, up to date at \(sequence)"
        )
    }

    func stale(_ service: ServiceName, _ endpoint: String) -> String {
        pick(
            "\(service.rawValue): \(endpoint) 에서 3초 동안 소식이 없어 기다립니다. 실행 중인가요? deploy/up 또는 systemctl start \(service.rawValue) 로 시작합니다.",
            "\(service.rawValue): no heartbeat from \(endpoint) for 3 s; waiting. Is it running? deploy/up or systemctl start \(service.rawValue) starts it."
        )
    }

    func thereButSilent(_ service: ServiceName, _ endpoint: String, _ time: String) -> String {
        pick(
            "\(service.rawValue): \(endpoint) 에서 3초 동안 소식이 없습니다. 서비스는 있지만 \(time) 안에 대답하지 않았습니다. 기다립니다.",
            "\(service.rawValue): no heartbeat from \(endpoint) for 3 s. The service is there but did not answer within "
                + "\(time); waiting."
        )
    }

    func answersWithoutEvents(_ service: ServiceName, _ endpoint: String) -> String {
        pick(
            "\(service.rawValue): \(endpoint) 에서 3초 동안 소식이 없습니다. 요청에는 대답합니다. 기다립니다.",
            "\(service.rawValue): no heartbeat from \(endpoint) for 3 s, although the service answers requests; waiting."
        )
    }

    /// Says why no events come, and that they come as soon as that is mended.
    func watchAsksTooMuch(_ service: ServiceName, _ endpoint: String) -> String {
        pick(
            "\(service.rawValue): \(endpoint) 에 구독이 너무 많아 연결을 끊습니다. 다른 구독자를 줄이거나 서비스의 --limit subscription-bytes 를 늘리세요.",
            "\(service.rawValue): \(endpoint) ends the connection, because too many topics are asked for. Have fewer subscribers, or raise the service's --limit subscription-bytes."
        )
    }

    func watchRefused(_ service: ServiceName, _ endpoint: String, _ fault: AdmissionFault) -> String {
        let reason =
            switch fault {
            case .keyNeeded: pick("열쇠를 요구합니다", "requires a key")
            case .keyRefused: pick("이 열쇠를 모르거나 더는 받지 않습니다", "does not accept this key, or no longer does")
            case .wrongServerKey:
                pick("알고 있는 공개 열쇠의 주인이 아닙니다", "does not have the public key that is known for it")
            case .curveMissing: pick("열쇠를 모릅니다", "does not use keys")
            case .foreignUser(let user):
                pick("다른 사용자(\(user))의 프로세스입니다", "is a process of another user (\(user))")
            }
        return pick(
            "\(service.rawValue): \(endpoint): \(reason). 다시 받아 줄 때까지 기다립니다.",
            "\(service.rawValue): \(endpoint) \(reason). Waiting to be let in."
        )
    }

    func admittedAgain(_ service: ServiceName, at sequence: Int) -> String {
        pick(
            "\(service.rawValue): 다시 받아 주었습니다, \(sequence)번까지 빠짐없음",
            "\(service.rawValue): let in, up to date at \(sequence)"
        )
    }

    /// The stream could not be continued where it was; what was between is not coming.
    func newEpoch(_ service: ServiceName, at sequence: Int) -> String {
        pick(
            "\(service.rawValue): resynced: 새 기록이 시작되었습니다. \(sequence)번부터 이어집니다",
            "\(service.rawValue): resynced: a new history has begun; continuing after \(sequence)"
        )
    }

    func truncated(_ service: ServiceName, at sequence: Int) -> String {
        pick(
            "\(service.rawValue): resynced: 그 기록은 더는 보관되지 않습니다. \(sequence)번부터 이어집니다",
            "\(service.rawValue): resynced: the history asked for is no longer kept; continuing after \(sequence)"
        )
    }

    func behind(_ service: ServiceName, at sequence: Int) -> String {
        pick(
            "\(service.rawValue): resynced: 그 순번은 아직 없습니다. \(sequence)번부터 이어집니다",
            "\(service.rawValue): resynced: the stream has not reached that position; continuing after \(sequence)"
        )
    }

    func cause(_ word: String) -> String {
        switch StockChanged.Cause(rawValue: word) {
        case .order: pick("주문", "order")
        case .adjust: pick("조정", "adjust")
        case .set: pick("설정", "set")
        case nil: word.printable
        }
    }

    // MARK: The market

    func product(_ id: Int) -> String { pick("상품 \(id)", "product \(id)") }

    func marketCause(_ word: String) -> String {
        switch word {
        case "register": pick("등록", "register")
        case "update": pick("수정", "update")
        case "purchase": pick("구매", "purchase")
        case "delete": pick("삭제", "delete")
        default: word.printable
        }
    }

    func happening(_ kind: MarketProductEvent.Kind, _ event: MarketProductEvent) -> String {
        let price = sum(event.bargainPrice, event.currency)
        return switch kind {
        case .registered: pick("새 상품 \(price)", "new, \(price)")
        case .updated:
            pick("수정됨", "changed")
                + ((event.changed ?? []).isEmpty ? "" : " (\((event.changed ?? []).joined(separator: ", ").printable))")
        case .deleted: pick("삭제됨", "deleted")
        }
    }
}
