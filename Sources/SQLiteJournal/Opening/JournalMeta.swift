import Journal
import SQLite

/// What a store says about itself, and the two positions its rows are counted from.
struct JournalMeta {
    var epoch: String
    var service: String
    /// The last row that has been pruned, with its event position and its time: the first row follows.
    var prunedEntry = 0
    var prunedSequence = 0
    var prunedTime = 0
    /// The row, and its event position, at which the levels' base columns stand: later rows add up to the difference.
    var baseEntry = 0
    var baseSequence = 0
    /// The last row from before keys belonged to callers.
    ///
    /// ``JournalSchema`` sets it, once, when the store is made or comes from an older version.
    private(set) var unscopedEntry = 0
    /// The last row of the replicated log that is in the store; `nil` in one that follows no log.
    private(set) var logPosition: Int?
    /// What tells that row from another at its place.
    private(set) var logChecksum: [UInt8] = []
    /// What tells the rules by which its stream goes on from others; `nil` while no row has said so.
    private(set) var definition: [UInt8]?
    /// How old its rows are; see ``RowAges/save(_:)`` for how they are written.
    private(set) var ages = RowAges()

    init(epoch: String, service: String) {
        self.epoch = epoch
        self.service = service
    }

    /// Reads it; refuses one in which something is missing, of a wrong type, or out of range.
    init(_ database: Database) throws(StorageError) {
        var values: [String: StoredValue] = [:]
        try database.query("SELECT name, value FROM meta") { (row) throws(StorageError) in
            while try row.next() { values[row.text(at: 0) ?? ""] = row.value(at: 1) }
        }
        func text(_ name: String) -> String? { values[name]?.text }
        func count(_ name: String) throws(StorageError) -> Int {
            guard let value = values[name]?.integer else { throw Self.incomplete }
            return try StoredCount.checked(value, called: name)
        }
        guard let epoch = text("epoch"), epoch.utf8.count == 36, let service = text("service") else {
            throw Self.incomplete
        }
        self.epoch = epoch
        self.service = service
        prunedEntry = try count("pruned_number")
        prunedSequence = try count("pruned_sequence")
        // Younger than the first stores, and only ever missing before the first pruning.
        prunedTime = values["pruned_time"] == nil ? 0 : try count("pruned_time")
        baseEntry = try count("base_number")
        baseSequence = try count("base_sequence")
        // Missing only in a copy of an older version, which becomes a store of this one before it is used.
        unscopedEntry = values["unscoped_number"] == nil ? 0 : try count("unscoped_number")
        logPosition = try values[Self.logPositionName] == nil ? nil : count(Self.logPositionName)
        logChecksum = values[Self.logChecksumName]?.bytes ?? []
        definition = values[Self.definitionName]?.bytes
        ages = try RowAges(values)
    }

    /// Writes it, inside the caller's transaction.
    func save(_ database: Database) throws(StorageError) {
        let values: [(name: String, value: StoredValue)] = [
            ("epoch", .text(epoch)), ("service", .text(service)), ("schema", .integer(JournalSchema.steps.count)),
            ("pruned_number", .integer(prunedEntry)), ("pruned_sequence", .integer(prunedSequence)),
            ("pruned_time", .integer(prunedTime)),
        ]
        for (name, value) in values { try Self.set(name, to: value, in: database) }
        try Self.saveBase(entry: baseEntry, sequence: baseSequence, database)
    }

    /// Writes only where the levels' base is, inside the caller's transaction.
    static func saveBase(entry: Int, sequence: Int, _ database: Database) throws(StorageError) {
        try set("base_number", to: .integer(entry), in: database)
        try set("base_sequence", to: .integer(sequence), in: database)
    }

    /// Writes only the epoch, inside the caller's transaction.
    static func saveEpoch(_ epoch: String, in database: Database) throws(StorageError) {
        try set("epoch", to: .text(epoch), in: database)
    }

    /// Writes which row of its replicated log the store has last, inside the caller's transaction.
    static func saveAppliedRow(_ row: AppliedRow, in database: Database) throws(StorageError) {
        try set(logPositionName, to: .integer(row.position), in: database)
        try set(logChecksumName, to: .blob(row.checksum), in: database)
    }

    /// Under which name the position in a replicated log is kept; there is none in a store that follows no log.
    static let logPositionName = "log_position"
    private static let logChecksumName = "log_checksum"
    private static let definitionName = "log_definition"

    /// Writes by which rules the stream goes on, inside the caller's transaction.
    static func saveDefinition(_ digest: [UInt8], in database: Database) throws(StorageError) {
        try set(definitionName, to: .blob(digest), in: database)
    }

    /// Writes one value, inside the caller's transaction.
    static func set(_ name: String, to value: StoredValue, in database: Database) throws(StorageError) {
        try database.change(
            "INSERT INTO meta(name, value) VALUES (?1, ?2) ON CONFLICT(name) DO UPDATE SET value = excluded.value",
            [.text(name), value]
        )
    }

    private static let incomplete = StorageError(.corrupt, "its description is incomplete")
}

// MARK: The marks

/// What a store says about itself to its next opening: one of two things, or nothing.
extension JournalMeta {
    /// Notes that the store is closed in an orderly way, and with how many bytes.
    static func setCleanMark(_ database: Database) throws(StorageError) {
        try removeMarks(database)
        let pages = try database.integer("PRAGMA page_count") ?? 0
        let size = try database.integer("PRAGMA page_size") ?? 0
        try set("clean", to: .integer(pages * size), in: database)
    }

    /// Notes that the store is in use and sound as a whole, in this file and this boot of the machine.
    ///
    /// What kills a process cannot tear the file while the kernel lives; what ends the kernel, copies the file or mounts it
    /// again gives it another name, and a copy that is put back has an older one in it.
    ///
    /// - Parameter file: See ``StoreFiles/identity(inBoot:)``; `nil` only takes the mark away.
    static func setSoundMark(_ file: String?, in database: Database) throws(StorageError) {
        try removeMarks(database)
        if let file { try set("sound", to: .text(file), in: database) }
    }

    /// Takes both marks away.
    static func removeMarks(_ database: Database) throws(StorageError) {
        try database.change("DELETE FROM meta WHERE name IN ('clean', 'sound')")
    }

    /// Whether this very file was found sound as a whole by the last life of the store, in this boot of the machine.
    ///
    /// - Parameter file: See ``StoreFiles/leftIdentity(inBoot:)``.
    static func isMarkedSound(_ file: String?, in database: Database) -> Bool {
        let mark = try? database.text("SELECT value FROM meta WHERE name = 'sound'")
        return mark != nil && mark == file
    }

    /// The size the store was closed with; `nil` when it is in use, was not closed, or cannot be read.
    static func cleanSize(_ database: Database) -> Int? {
        // Read before the pages are checked. Whatever is wrong leads to the whole check, which says it better.
        (try? database.integer("SELECT value FROM meta WHERE name = 'clean'")) ?? nil
    }
}

/// How the ages are kept in the store's description, under three names that older programs do not look at.
extension RowAges {
    /// Reads them; `values` is all of the description.
    init(_ values: [String: StoredValue]) throws(StorageError) {
        guard let elapsed = values["elapsed"] else {
            self.init()
            return
        }
        self.init(
            elapsed: try Self.count(elapsed.integer),
            reading: try values["elapsed_at"].map { (value) throws(StorageError) in try Self.reading(value) },
            marks: try values["row_ages"].map { (value) throws(StorageError) in try Self.marks(value) } ?? []
        )
        for (mark, next) in zip(marks, marks.dropFirst()) where mark.row >= next.row || mark.elapsed > next.elapsed {
            throw Self.damage
        }
        guard marks.last?.elapsed ?? 0 <= self.elapsed else { throw Self.damage }
    }

    /// Writes them, inside the caller's transaction.
    func save(_ database: Database) throws(StorageError) {
        try JournalMeta.set("elapsed", to: .integer(elapsed), in: database)
        if let reading, let boot = reading.boot {
            try JournalMeta.set("elapsed_at", to: .text("\(boot) \(reading.milliseconds)"), in: database)
        } else {
            // An older reading would count the time since then a second time.
            try database.change("DELETE FROM meta WHERE name = 'elapsed_at'")
        }
        try JournalMeta.set(
            "row_ages",
            to: .text(marks.map { "\($0.elapsed):\($0.row)" }.joined(separator: " ")),
            in: database
        )
    }

    /// A boot's id and milliseconds, with a space between them.
    private static func reading(_ value: StoredValue) throws(StorageError) -> Reading {
        guard let text = value.text, let space = text.lastIndex(of: " ") else { throw damage }
        let milliseconds = try count(Int(text[text.index(after: space)...]))
        return Reading(boot: String(text[..<space]), milliseconds: milliseconds)
    }

    /// `elapsed:row` for each mark, with a space between two.
    private static func marks(_ value: StoredValue) throws(StorageError) -> [Mark] {
        guard let text = value.text else { throw damage }
        var marks: [Mark] = []
        for mark in text.split(separator: " ") {
            let numbers = mark.split(separator: ":")
            guard numbers.count == 2 else { throw damage }
            marks.append(Mark(elapsed: try count(Int(numbers[0])), row: try count(Int(numbers[1]))))
        }
        return marks
    }

    private static func count(_ number: Int?) throws(StorageError) -> Int {
        guard let number else { throw damage }
        return try StoredCount.checked(number, called: "the age of its rows")
    }

    private static let damage = StorageError(.corrupt, "what it says of the age of its rows cannot be read")
}

extension StoredValue {
    /// The number, if it is one.
    fileprivate var integer: Int? {
        if case .integer(let value) = self { value } else { nil }
    }

    /// The bytes, if there are any.
    fileprivate var bytes: [UInt8]? {
        if case .blob(let value) = self { value } else { nil }
    }

    /// The text, if it is one.
    fileprivate var text: String? {
        if case .text(let value) = self { value } else { nil }
    }
}
