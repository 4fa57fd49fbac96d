internal import Messages
internal import Platform
internal import Synchronization
internal import Terminal
internal import WireJSON

/// Writes the events of all services, one at a time, until there are enough.
final class WatchPrinter: Sendable {
    private let session: Session
    /// How many are still to come; `nil` for no end.
    private let left: Mutex<Int?>

    init(_ session: Session, count: Int?) {
        self.session = session
        left = Mutex(count)
    }

    /// Writes an event at once.
    ///
    /// - Returns: Whether more are wanted.
    func show(_ event: CloudEvent) throws(OutputError) -> Bool {
        // Held while writing: lines of two services must not mix, and no event follows the last one.
        try left.withLock { left throws(OutputError) in
            guard left != 0 else { return false }
            if session.settings.isJSON {
                try session.output.write(bytes: event.json)
            } else {
                let (columns, palette) = (session.output.columns, session.output.palette)
                try session.output.write(EventLine.text(event, in: session.texts, columns: columns, palette: palette))
            }
            left = left.map { $0 - 1 }
            return left != 0
        }
    }
}

/// One event in one line, for people.
enum EventLine {
    /// The columns below which the time is without its fraction and the columns of names are narrower.
    private static let fullColumns = 64

    /// Such as `12:04:05.678  mango         10 → 7 (-3)  order 17  #1042`.
    ///
    /// The date stands in the place of the fraction where it is not today's.
    ///
    /// - Parameters:
    ///   - columns: How wide the terminal is; `nil` for everything.
    ///   - now: When it is shown, as the time of the event is written.
    static func text(
        _ event: CloudEvent,
        in texts: Texts,
        columns: Int? = nil,
        palette: Palette,
        now: String = Timestamp.text(SystemClock.wall)
    ) -> String {
        let isNarrow = columns ?? .max < fullColumns
        let moment = LocalTime.time(event.time, seen: now).printable
        let time = palette.paint(isNarrow ? String(moment.prefix { $0 != "." }) : moment, .faint)
        let sequence = palette.paint("#\(event.sequence)", .faint)
        let data = (try? JSONReader(limits: .generous).read(event.json))?["data"]
        return
            "\(time)  \(happening(event, data: data, in: texts, nameColumns: isNarrow ? 10 : 12, palette: palette))  \(sequence)"
    }

    private static func happening(
        _ event: CloudEvent,
        data: JSONNode?,
        in texts: Texts,
        nameColumns: Int,
        palette: Palette
    ) -> String {
        if event.type == StockChanged.type, let change = data.flatMap({ StockChanged($0) }) {
            let fruit = padded(change.fruit.printable, to: nameColumns)
            let levels = levels(from: change.previous, to: change.quantity, palette: palette)
            return "\(fruit)  \(levels)  \(texts.cause(change.cause)) \(change.ref.printable)"
        }
        if event.type == MarketStockChanged.type, let change = data.flatMap({ MarketStockChanged($0) }) {
            let product = padded(texts("product", id: change.product), to: nameColumns)
            let levels = levels(from: change.previous, to: change.quantity, palette: palette)
            return "\(product)  \(levels)  \(texts.marketCause(change.cause)) \(change.ref.printable)"
        }
        if let kind = MarketProductEvent.Kind(rawValue: event.type),
            let change = data.flatMap({ MarketProductEvent($0) })
        {
            let product = padded(texts("product", id: change.product), to: nameColumns)
            let name = palette.paint(change.name.printable, .strong)
            return "\(product)  \(texts.happening(kind, to: change))  \(name)"
        }
        let rest = (data?.compactText ?? "").printable
        return "\(event.type.printable)  \(event.subject.printable)  \(rest)"
    }

    /// Such as `10 → 7 (-3)`.
    private static func levels(from previous: Int, to quantity: Int, palette: Palette) -> String {
        let (difference, isOver) = quantity.subtractingReportingOverflow(previous)
        let sign = difference > 0 ? "+" : ""
        let delta = isOver ? "?" : palette.paint("\(sign)\(difference)", difference < 0 ? .bad : .good)
        return "\(previous) → \(quantity) (\(delta))"
    }

    private static func padded(_ text: String, to columns: Int) -> String {
        text + String(repeating: " ", count: max(0, columns - DisplayWidth.of(text)))
    }
}
