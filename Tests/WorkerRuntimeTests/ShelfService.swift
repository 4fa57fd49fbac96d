import Journal
import Messages
import WireJSON
import WorkerEngine

/// A service that keeps its books in a table, and remembers none of them.
struct ShelfService: WorkerService {
    let name: ServiceName = "shelf"
    let summary = "Keeps books."
    let openRPC = Array("{}".utf8)
    let loadsLevels = false
    let tables = TableSchema([
        .init("1 book", "CREATE TABLE book(title TEXT PRIMARY KEY NOT NULL, copies INTEGER NOT NULL) STRICT")
    ])

    var methods: [Method<Void>] {
        [
            Method("shelf.list", "The titles.", .read(Self.list)),
            Method(
                "shelf.misread",
                "Asks the store for what it cannot give.",
                .read { _, _, context, _ throws(RPCError) in
                    _ = try context.reading { tables throws(StorageError) in try tables.rows("no SQL at all") { _ in } }
                }
            ),
            Method(
                "shelf.add",
                "A copy of a book.",
                .write { params, _, context, result throws(RPCError) in
                    try Self.add(try Self.title(params), &context, &result)
                }
            ),
            Method(
                "shelf.spill",
                "Adds a copy, and then does not.",
                .write { params, _, context, result throws(RPCError) in
                    try Self.add(try Self.title(params), &context, &result)
                    throw RPCError(.insufficientStock, "spilled")
                }
            ),
            Method(
                "shelf.ignore",
                "Does not look at what the store says.",
                .write { _, _, context, result throws(RPCError) in
                    _ = try? context.storing { tables throws(StorageError) in try tables.change("no SQL at all") }
                    result.integer(0)
                }
            ),
            Method(
                "shelf.secret",
                "A secret, shown once.",
                .write { _, _, context, result throws(RPCError) in
                    context.storedResult = Array(#"{"secret":null}"#.utf8)
                    result.raw(Array(#"{"secret":"open sesame"}"#.utf8))
                }
            ),
            Method("shelf.print", "Prints a book, which takes time, and adds it.", .writeWithJob(Self.print)),
            Method("shelf.count", "The copies of a book, counted slowly.", .readWithJob(Self.count)),
        ]
    }

    var balanceRule: BalanceRule? { BalanceRule(eventType: StockChanged.type, delta: "delta") }

    func state(from levels: [Level]) {
        precondition(levels.isEmpty, "the levels were to stay in the store")
    }

    private static func title(_ params: JSONNode?) throws(RPCError) -> String {
        try Book(params: params).title
    }

    private struct Book: Message {
        var title = ""

        mutating func members(_ members: inout Members) {
            members("title", &title, .text(bytes: 1...100), "Which book.")
        }
    }

    private static func list(
        _ params: JSONNode?,
        _ state: Void,
        _ context: inout ReadContext,
        _ result: inout JSONWriter
    ) throws(RPCError) {
        let titles = try context.reading { tables throws(StorageError) in
            try tables.rows("SELECT title || copies FROM book ORDER BY title") { $0.text(at: 0) }
        }
        result.string(titles.joined(separator: " "))
    }

    static func add(
        _ title: String,
        _ context: inout WriteContext,
        _ result: inout JSONWriter
    ) throws(RPCError) {
        let copies = try context.storing { tables throws(StorageError) in
            let copies = try tables.first("SELECT copies FROM book WHERE title = ?1", [.text(title)]) {
                $0.integer(at: 0)
            }
            try tables.change(
                "INSERT INTO book VALUES (?1, 1) ON CONFLICT(title) DO UPDATE SET copies = copies + 1",
                [.text(title)]
            )
            return copies ?? 0
        }
        context.setLevel(of: title, quantity: copies + 1, version: copies + 1)
        context.emit(
            type: StockChanged.type,
            subject: title,
            data: StockChanged(
                fruit: title,
                previous: copies,
                quantity: copies + 1,
                version: copies + 1,
                cause: .adjust,
                ref: context.id
            )
        )
        result.integer(copies + 1)
    }

    private static func print(
        _ params: JSONNode?,
        _ frames: [[UInt8]],
        _ state: Void,
        _ context: ReadContext
    ) throws(RPCError) -> Method<Void>.Body.WriteJob {
        let title = try title(params)
        guard title != "forbidden" else { throw RPCError(.permissionDenied, "not that one") }
        return BackgroundJob(byteCount: frames.reduce(0) { $0 + $1.count }) { () throws(RPCError) in
            guard title != "unprintable" else { throw RPCError(.imageRejected, "no") }
            return { _, context, result throws(RPCError) in try add(title, &context, &result) }
        }
    }

    private static func count(
        _ params: JSONNode?,
        _ state: Void,
        _ context: inout ReadContext,
        _ result: inout JSONWriter
    ) throws(RPCError) -> Method<Void>.Body.ReadJob? {
        let title = try title(params)
        guard title != "none" else {
            result.integer(0)
            return nil
        }
        let reader = try context.tableReader()
        return BackgroundJob(.reading) { () throws(RPCError) in
            guard title != "uncountable" else { throw RPCError(.overloaded, "no") }
            let outcome = Result { () throws(StorageError) in
                try reader.read { tables throws(StorageError) in
                    try tables.first("SELECT copies FROM book WHERE title = ?1", [.text(title)]) { $0.integer(at: 0) }
                }
            }
            return { _, context, result throws(RPCError) in
                result.integer(try context.reading { _ throws(StorageError) in try outcome.get() } ?? 0)
                context.attach(Array(title.utf8))
            }
        }
    }
}
