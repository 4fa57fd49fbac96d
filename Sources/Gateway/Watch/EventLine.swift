internal import Messages
internal import WireJSON

/// One event in one line, for people.
enum EventLine {
    /// Such as `12:04:05.678  mango         10 → 7 (-3)  order 17  #1042`.
    static func text(_ event: CloudEvent, _ texts: Texts, _ palette: Palette) -> String {
        let time = palette.paint(LocalTime.time(event.time).printable, .faint)
        let sequence = palette.paint("#\(event.sequence)", .faint)
        let data = (try? JSONReader(limits: .unhurried).read(event.json))?["data"]
        guard event.type == StockChanged.type, let change = data.flatMap({ StockChanged($0) }) else {
            let rest = (data?.compactText ?? "").printable
            return "\(time)  \(event.type.printable)  \(event.subject.printable)  \(rest)  \(sequence)"
        }
        let (difference, isOver) = change.quantity.subtractingReportingOverflow(change.previous)
        let sign = difference > 0 ? "+" : ""
        let delta = isOver ? "?" : palette.paint("\(sign)\(difference)", difference < 0 ? .bad : .good)
        let fruit = padded(change.fruit.printable, to: 12)
        let cause = "\(texts.cause(change.cause)) \(change.ref.printable)"
        return "\(time)  \(fruit)  \(change.previous) → \(change.quantity) (\(delta))  \(cause)  \(sequence)"
    }

    private static func padded(_ text: String, to columns: Int) -> String {
        text + String(repeating: " ", count: max(0, columns - DisplayWidth.of(text)))
    }
}
