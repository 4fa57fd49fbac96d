internal import Messages

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
            "\(service.rawValue): \(endpoint) 에서 3초 동안 소식이 없어 기다립니다. 실행 중인가요? deploy/up 이 시작합니다.",
            "\(service.rawValue): no heartbeat from \(endpoint) for 3 s; waiting. Is it running? deploy/up starts it."
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
