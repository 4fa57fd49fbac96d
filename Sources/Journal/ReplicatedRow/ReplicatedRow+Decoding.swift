import Messages

extension ReplicatedRow {
    /// Reads what ``encoded()`` has written.
    ///
    /// Everything is checked that the journal relies on: places, numbers and UTF-8. What a changeset says is checked by
    /// ``SQLiteJournal/apply(_:at:)``, and so is whether all of it fits the store.
    ///
    /// - Throws: ``StorageError`` with `unreadable` when the bytes are damaged, too few, too many, or of a format that this version
    ///   does not know.
    package init(decoding bytes: [UInt8]) throws(StorageError) {
        guard bytes.count <= Self.maximumBytes else {
            throw StorageError(.unreadable, "a row of \(bytes.count) bytes is larger than any in a log")
        }
        var reader = RowReader(bytes)
        let head = try reader.header(in: try reader.format())
        var entries: [PendingEntry] = []
        entries.reserveCapacity(head.entries.count)
        var (text, event) = (ReplicatedRowFormat.firstText, 0)
        for number in head.entries { entries.append(try reader.entry(number, text: &text, event: &event, of: head)) }
        guard text == head.texts + ReplicatedRowFormat.firstText, event == head.sequences.count else {
            throw RowReader.damage("its entries are not what it says")
        }
        var events: [PendingEvent] = []
        events.reserveCapacity(head.sequences.count)
        for entry in entries {
            guard var column = entry.column else { continue }
            for index in entry.events {
                events.append(try reader.event(head.sequences.lowerBound + index, in: &column))
            }
        }
        var levels: [Level] = []
        levels.reserveCapacity(head.levels)
        for _ in 0..<head.levels { levels.append(try reader.level()) }
        var texts = RowBuffer()
        _ = texts.append(try reader.bytes(head.texts))
        changeset = try reader.bytes(head.changeset)
        var files: [FileHash] = []
        for _ in 0..<head.files { files.append(try reader.file()) }
        try reader.end()
        batch = JournalBatch(
            time: head.time,
            entries: entries,
            events: events,
            levels: levels,
            files: files,
            texts: texts
        )
        for entry in entries { try entry.checkTexts(in: batch.bytes.span) }
    }
}

extension PendingEntry {
    /// Refuses texts that are not UTF-8.
    fileprivate func checkTexts(in texts: Span<UInt8>) throws(StorageError) {
        for part in [column, result, method, key, causation, trace] {
            guard let part else { continue }
            guard (try? UTF8Span(validating: texts.extracting(part))) != nil else {
                throw RowReader.damage("a text of entry \(number) is not UTF-8")
            }
        }
    }
}

/// Takes the parts of a row from bytes that may be anything; see ``ReplicatedRowFormat``.
private struct RowReader {
    struct Header {
        let time: Int
        let entries: Range<Int>
        let sequences: Range<Int>
        let levels: Int
        let texts: Int
        let changeset: Int
        let files: Int
    }

    /// What an entry, an event and a level take at least: so that no memory is kept ready for more than there can be.
    private static let leastBytes = (entry: 4, event: 5, level: 4)
    /// No number takes more.
    private static let longestNumber = 8

    private let source: [UInt8]
    private var place = 0

    init(_ source: [UInt8]) { self.source = source }

    private var left: Int { source.count - place }

    static func damage(_ finding: String) -> StorageError {
        StorageError(.unreadable, "a row of the log is damaged: \(finding)")
    }

    mutating func format() throws(StorageError) -> UInt16 {
        guard left >= 2 else { throw Self.damage("it has no format number") }
        let format = UInt16(source[0]) << 8 | UInt16(source[1])
        let newest = ReplicatedRowFormat.numberWithFiles
        guard format == ReplicatedRowFormat.number || format == newest else {
            throw StorageError(
                .unreadable,
                "a row of the log has format \(format), and this version knows those up to \(newest): use a newer one"
            )
        }
        place = 2
        return format
    }

    mutating func header(in format: UInt16) throws(StorageError) -> Header {
        let time = try number()
        let entries = try numbers(of: Self.leastBytes.entry)
        let sequences = try numbers(of: Self.leastBytes.event)
        let levels = try count(of: Self.leastBytes.level)
        return Header(
            time: time,
            entries: entries,
            sequences: sequences,
            levels: levels,
            texts: try count(of: 1),
            changeset: try count(of: 1),
            files: try format == ReplicatedRowFormat.numberWithFiles ? files() : 0
        )
    }

    private mutating func files() throws(StorageError) -> Int {
        let count = try count(of: FileHash.byteCount)
        guard count > 0 else { throw Self.damage("it names no file, and has the format of one that does") }
        return count
    }

    mutating func entry(
        _ number: Int,
        text: inout Int,
        event: inout Int,
        of head: Header
    ) throws(StorageError) -> PendingEntry {
        let flags = ReplicatedRowFormat.Flags(rawValue: try byte())
        guard flags.isSubset(of: .all) else { throw Self.damage("entry \(number) has what nobody knows") }
        let count = try self.number()
        guard count <= head.sequences.count - event else { throw Self.damage("entry \(number) has too many events") }
        let end = ReplicatedRowFormat.firstText + head.texts
        let column = try count > 0 ? part(from: &text, upTo: end) : nil
        let fingerprint = try flags.contains(.fingerprint) ? part(from: &text, upTo: end) : nil
        let (result, method) = (try part(from: &text, upTo: end), try part(from: &text, upTo: end))
        let key = try flags.contains(.key) ? part(from: &text, upTo: end) : nil
        let causation = try flags.contains(.causation) ? part(from: &text, upTo: end) : nil
        let trace = try flags.contains(.trace) ? part(from: &text, upTo: end) : nil
        defer { event += count }
        return PendingEntry(
            number: number,
            events: event..<event + count,
            fingerprint: fingerprint,
            result: result,
            method: method,
            key: key,
            causation: causation,
            trace: trace,
            column: column,
            isListed: flags.contains(.listed)
        )
    }

    /// - Parameter column: What is left of the column of the entry's events.
    mutating func event(_ sequence: Int, in column: inout RowBuffer.Part) throws(StorageError) -> PendingEvent {
        let (type, subject, previous) = (try text(), try text(), try optional())
        let (gap, length) = (try number(), try number())
        guard gap <= column.count, length <= column.count - gap else {
            throw Self.damage("event \(sequence) is not in its row")
        }
        let data = column.lowerBound + gap..<column.lowerBound + gap + length
        column = data.upperBound..<column.upperBound
        return PendingEvent(
            type: type,
            subject: subject,
            sequence: sequence,
            previousSequence: previous,
            data: data
        )
    }

    mutating func level() throws(StorageError) -> Level {
        Level(item: try text(), quantity: try number(), version: try number(), sequence: try optional())
    }

    mutating func file() throws(StorageError) -> FileHash {
        guard let hash = FileHash(bytes: try bytes(FileHash.byteCount)) else { throw Self.damage("it ends too early") }
        return hash
    }

    mutating func bytes(_ count: Int) throws(StorageError) -> [UInt8] {
        guard count <= left else { throw Self.damage("it ends too early") }
        defer { place += count }
        return Array(source[place..<place + count])
    }

    func end() throws(StorageError) {
        guard left == 0 else { throw Self.damage("\(left) bytes are left over") }
    }

    private mutating func byte() throws(StorageError) -> UInt8 {
        guard left > 0 else { throw Self.damage("it ends too early") }
        defer { place += 1 }
        return source[place]
    }

    private mutating func number() throws(StorageError) -> Int {
        var value = 0
        for index in 0..<Self.longestNumber {
            let byte = try byte()
            value |= Int(byte & 127) << (7 * index)
            guard byte & 128 == 0 else { continue }
            guard byte != 0 || index == 0, StoredCount.range.contains(value) else { break }
            return value
        }
        throw Self.damage("a number is none")
    }

    private mutating func optional() throws(StorageError) -> Int? {
        let value = try number()
        return value == 0 ? nil : value - 1
    }

    /// A number of things, each of which takes some bytes at least.
    private mutating func count(of leastBytes: Int) throws(StorageError) -> Int {
        let count = try number()
        guard count <= left / leastBytes else { throw Self.damage("it ends too early") }
        return count
    }

    /// How many things there are, and the first one's number.
    private mutating func numbers(of leastBytes: Int) throws(StorageError) -> Range<Int> {
        let count = try count(of: leastBytes)
        let first = try count > 0 ? number() : 0
        guard StoredCount.range.contains(first + count) else { throw Self.damage("a number is too large") }
        return first..<first + count
    }

    private mutating func part(from start: inout Int, upTo end: Int) throws(StorageError) -> RowBuffer.Part {
        let length = try number()
        guard length <= end - start else { throw Self.damage("a text is not in it") }
        defer { start += length }
        return start..<start + length
    }

    private mutating func text() throws(StorageError) -> String {
        guard let text = String(validating: try bytes(number()), as: UTF8.self) else {
            throw Self.damage("a text is not UTF-8")
        }
        return text
    }
}
