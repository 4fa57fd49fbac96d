internal import Glibc
internal import Messages
internal import Platform
internal import Terminal

extension Texts {
    func openWrites(_ count: Int, command: String) -> String {
        count == 1
            ? self("open_writes_one", command: command)
            : self("open_writes", count: count, command: command)
    }

    /// Says that a write goes out all the same, and what is lost by that.
    func cannotRecord(_ problem: String, keys: [String], palette: Palette) -> [String] {
        let warning = palette.paint(self["warning"], .warning)
        let text = self("cannot_record", problem: problem)
        let advice = keys.count == 1 ? self("cannot_record_key", key: keys[0].printable) : self["cannot_record_keys"]
        return ["\(warning) \(text)\(advice)"]
    }

    /// Such as `256 × juice.order of one batch: done`.
    func writes(_ group: WriteGroup, count: Int) -> String {
        let what = "\(count.grouped) × \(group.method.printable)"
        // No other command sends one method to one service more than once.
        let origin = count > 1 ? self["writes"] : ""
        return "\(what)\(origin): \(group.state)"
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
        return key.map { self("done_unwritten_key", what: what, key: $0.printable) }
            ?? self("done_unwritten", what: what)
    }
}
