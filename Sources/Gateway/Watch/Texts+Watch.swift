internal import Messages
internal import Platform
internal import WorkerClient
internal import ZeroMQPatterns

extension Texts {
    func thereButSilent(_ service: ServiceName, at endpoint: String, within time: String) -> String {
        self("watch_there_but_silent", service: service.rawValue, endpoint: endpoint, time: time)
    }

    func watchRefused(by service: ServiceName, at endpoint: String, _ fault: AdmissionFault) -> String {
        let reason = self("watch_refused_\(fault.word)", user: fault.user)
        return self("watch_refused", service: service.rawValue, endpoint: endpoint, reason: reason)
    }

    func cause(_ word: String) -> String { self[optional: "cause_\(word)"] ?? word.printable }

    func marketCause(_ word: String) -> String { self[optional: "market_cause_\(word)"] ?? word.printable }

    func happening(_ kind: MarketProductEvent.Kind, to event: MarketProductEvent) -> String {
        let price = sum(event.bargainPrice, in: event.currency)
        return switch kind {
        case .registered: self("product_registered", price: price)
        case .updated:
            self["product_updated"]
                + ((event.changed ?? []).isEmpty ? "" : " (\((event.changed ?? []).joined(separator: ", ").printable))")
        case .deleted: self["product_deleted"]
        }
    }
}
