extension ReplicatedRow {
    /// The row as bytes, the format number first.
    ///
    /// - Throws: ``StorageError`` with `failing` when it is larger than ``maximumBytes``, or holds what no store can: a gap in its
    ///   numbers, or a number that is too large.
    package func encoded() throws(StorageError) -> [UInt8] {
        var writer = RowWriter(capacity: batch.bytes.count + changeset.count + batch.entries.count * 64 + 256)
        writer.format(of: batch)
        try writer.header(of: self)
        try writer.entries(of: batch)
        try writer.events(of: batch)
        for level in batch.levels { try writer.level(level) }
        writer.bytes += batch.bytes[ReplicatedRowFormat.firstText...]
        writer.bytes += changeset
        for file in batch.files { writer.bytes += file.bytes }
        guard writer.bytes.count <= Self.maximumBytes else {
            throw StorageError(
                .failing,
                "a row of \(writer.bytes.count) bytes is too large for the log, which takes \(Self.maximumBytes)"
            )
        }
        return writer.bytes
    }
}

/// Writes the parts of a row; see ``ReplicatedRowFormat``.
private struct RowWriter {
    var bytes: [UInt8] = []

    init(capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    mutating func format(of batch: JournalBatch) {
        let number = batch.files.isEmpty ? ReplicatedRowFormat.number : ReplicatedRowFormat.numberWithFiles
        bytes += [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)]
    }

    mutating func header(of row: ReplicatedRow) throws(StorageError) {
        let batch = row.batch
        try number(batch.time)
        try number(batch.entries.count)
        if let first = batch.entries.first { try number(first.number) }
        try number(batch.events.count)
        if let first = batch.events.first { try number(first.sequence) }
        try number(batch.levels.count)
        try number(batch.bytes.count - ReplicatedRowFormat.firstText)
        try number(row.changeset.count)
        if !batch.files.isEmpty { try number(batch.files.count) }
    }

    mutating func entries(of batch: JournalBatch) throws(StorageError) {
        let entries = batch.entries.span
        var (text, event) = (ReplicatedRowFormat.firstText, 0)
        for index in entries.indices {
            let entry = entries[index]
            guard entry.number == entries[0].number + index, entry.events.lowerBound == event,
                entry.events.isEmpty == (entry.column == nil)
            else { throw Self.gap("entry \(entry.number)") }
            event = entry.events.upperBound
            var flags: ReplicatedRowFormat.Flags = []
            if entry.fingerprint != nil { flags.insert(.fingerprint) }
            if entry.key != nil { flags.insert(.key) }
            if entry.causation != nil { flags.insert(.causation) }
            if entry.trace != nil { flags.insert(.trace) }
            if entry.isListed { flags.insert(.listed) }
            bytes.append(flags.rawValue)
            try number(entry.events.count)
            try length(of: entry.column, at: &text)
            try length(of: entry.fingerprint, at: &text)
            try length(of: entry.result, at: &text)
            try length(of: entry.method, at: &text)
            try length(of: entry.key, at: &text)
            try length(of: entry.causation, at: &text)
            try length(of: entry.trace, at: &text)
        }
        guard text == batch.bytes.count, event == batch.events.count else { throw Self.gap("the end of the batch") }
    }

    mutating func events(of batch: JournalBatch) throws(StorageError) {
        let (entries, events) = (batch.entries.span, batch.events.span)
        for index in entries.indices {
            guard var place = entries[index].column?.lowerBound else { continue }
            for position in entries[index].events {
                let event = events[position]
                guard event.sequence == events[0].sequence + position, event.data.lowerBound >= place else {
                    throw Self.gap("event \(event.sequence)")
                }
                try text(event.type)
                try text(event.subject)
                try optional(event.previousSequence)
                try number(event.data.lowerBound - place)
                try number(event.data.count)
                place = event.data.upperBound
            }
        }
    }

    mutating func level(_ level: Level) throws(StorageError) {
        try text(level.item)
        try number(level.quantity)
        try number(level.version)
        try optional(level.sequence)
    }

    private mutating func length(of part: RowBuffer.Part?, at place: inout Int) throws(StorageError) {
        guard let part else { return }
        guard part.lowerBound == place else { throw Self.gap("a text") }
        place = part.upperBound
        try number(part.count)
    }

    private mutating func number(_ value: Int) throws(StorageError) {
        guard StoredCount.range.contains(value) else {
            throw StorageError(.failing, "the number \(value) cannot be stored")
        }
        var rest = value
        while rest > 127 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    private mutating func optional(_ value: Int?) throws(StorageError) {
        guard let value else { return bytes.append(0) }
        guard value < StoredCount.range.upperBound else {
            throw StorageError(.failing, "the number \(value) cannot be stored")
        }
        try number(value + 1)
    }

    private mutating func text(_ text: String) throws(StorageError) {
        try number(text.utf8.count)
        bytes += text.utf8
    }

    private static func gap(_ place: String) -> StorageError {
        StorageError(.failing, "\(place) does not follow what is before it in its batch")
    }
}
