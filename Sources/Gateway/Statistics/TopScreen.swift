internal import Messages
internal import Platform
internal import Terminal

/// What the board of `gateway top` shows: a row for each service.
struct TopScreen: Sendable {
    private static let widestLine = 40
    private static let narrowestLine = 8
    /// The columns beside the line, where all of them are shown.
    private static let columnsBeside = 100

    let services: [ServiceName]
    /// What is known of each, in the same order.
    var histories: [ServiceHistory]
    /// The time between two looks, as people write it.
    let interval: String

    init(services: [ServiceName], interval: String) {
        self.services = services
        self.interval = interval
        histories = services.map { _ in ServiceHistory() }
    }

    /// The lines, no more of them than the terminal has.
    func lines(in size: TerminalSize, texts: Texts, palette: Palette) -> [String] {
        let heading = DisplayWidth.truncate(
            texts("top_heading", services: services.count, interval: interval),
            to: size.columns
        )
        let help = DisplayWidth.truncate(texts["top_help"], to: size.columns)
        let body = table(columns: size.columns, in: texts).lines(palette, columns: size.columns)
        let reasons = zip(services, histories).compactMap { service, history in
            history.failure.map {
                DisplayWidth.truncate("\(service.rawValue): \($0.shortDetail.printable)", to: size.columns)
            }
        }
        let lines = [palette.paint(heading, .strong), ""] + body + reasons.map { palette.paint($0, .bad) }
        return lines.prefix(max(1, size.rows - 1)) + [palette.paint(help, .faint)]
    }

    private func table(columns: Int, in texts: Texts) -> Table {
        let room = min(Self.widestLine, max(Self.narrowestLine, columns - Self.columnsBeside))
        var table = Table(
            dropping: [8, 3, 5, 6, 4, 7, 9, 2],
            (texts["column_service"], .whole),
            (texts["column_per_second"], .right),
            ("P99", .right),
            ("P50", .right),
            (texts["column_in_flight_count"], .right),
            (texts["column_commits_per_second"], .right),
            (texts["column_subscribers"], .right),
            (texts["column_memory"], .right),
            (texts["column_busiest"], .whole),
            (texts["column_lately"], .whole)
        )
        for (service, history) in zip(services, histories) {
            let line = Table.Cell(Sparkline.text(history.rates, columns: room), history.failure == nil ? .good : .bad)
            let name = Table.Cell(service.rawValue, .strong)
            guard let now = history.statistics else {
                let word = history.failure == nil ? "…" : history.failure?.word(texts).text ?? ""
                table.add(name, .init(word, .bad), "", "", "", "", "", "", "", line)
                continue
            }
            let busiest = history.load?.busiest
            table.add(
                name,
                .init(history.load.map { Self.rate($0.requests) } ?? "…", .strong),
                .init(busiest.map { Duration.microseconds($0.p99).latencyText } ?? "-"),
                .init(busiest.map { Duration.microseconds($0.p50).latencyText } ?? "-"),
                .init(now.inFlight.grouped),
                .init(history.load.map { Self.rate($0.commits) } ?? "…"),
                .init(now.subscribers.grouped),
                .init(now.memory.map { $0.mebibytes } ?? "-"),
                .init(busiest?.name ?? "-"),
                line
            )
        }
        return table
    }

    /// Whole where it is many, with a digit of fraction where it is few.
    private static func rate(_ value: Double) -> String {
        guard value < 10 else { return Int(value.rounded()).grouped }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}

extension Int {
    /// A number of bytes, such as `14.0 MiB`.
    var mebibytes: String {
        let tenths = (self * 10) >> 20
        return "\((tenths / 10).grouped).\(tenths % 10) MiB"
    }
}
