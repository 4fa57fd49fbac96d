internal import Glibc
internal import Messages
internal import Platform

extension Texts {
    func openWrites(_ count: Int, command: String) -> String {
        count == 1
            ? self("open_writes_one", command: command)
            : self("open_writes", count: count, command: command)
    }

    /// Says that a write goes out all the same, and what is lost by that.
    func cannotRecord(_ problem: String, keys: [String], palette: Palette) -> [String] {
        let known = keys.count == 1 ? keys[0].printable : nil
        let warning = palette.paint(self["warning"], .warning)
        let text = self("cannot_record", problem: problem)
        let advice =
            known.map { self("cannot_record_key", key: $0) }
            ?? self["cannot_record_keys"]
        return ["\(warning) \(text)\(advice)"]
    }

    func stillInFlight(_ service: ServiceName) -> String {
        self("still_in_flight", service: service.rawValue)
    }

    /// Such as `256 × juice.order of one batch: done`.
    func writes(_ group: WriteGroup, count: Int) -> String {
        let what = "\(count.grouped) × \(group.method.printable)"
        // No other command sends one method to one service more than once.
        let origin = count > 1 ? self["writes"] : ""
        return "\(what)\(origin): \(group.state)"
    }

    func forgotten(_ count: Int) -> String {
        self("writes_forgotten", count: count.grouped)
    }

    func stillInFlight(_ count: Int) -> String {
        self("still_in_flight_count", count: count.grouped)
    }

    func unknownKey(_ services: [ServiceName]) -> String {
        let names = services.map(\.rawValue).joined(separator: ", ")
        return self("unknown_key", names: names)
    }

    /// Says which suite was asked, and which others there are.
    func askElsewhere(used: String, others: [String]) -> String {
        let names = others.joined(separator: ", ")
        return self("ask_elsewhere", used: used, names: names)
    }

    func unwritten(_ error: OutputError) -> String {
        switch error {
        case .closed, .failed(EPIPE):
            self["unwritten_closed"]
        case .failed(let code):
            self("unwritten_failed", problem: SystemError.text(code))
        }
    }

    /// - Parameter key: `nil` when no key finds it again.
    func doneUnwritten(_ method: String, at service: ServiceName, key: String?) -> String {
        let what = "\(service.rawValue): \(method.printable)"
        guard let key = key?.printable else {
            return self("done_unwritten", what: what)
        }
        return self("done_unwritten_key", what: what, key: key)
    }

    func doneUnwritten(_ count: Int) -> String {
        self("writes_done_unwritten", count: count.grouped)
    }
}
