internal import Journal
internal import ReplicatedLog

/// What a row of the log holds.
enum RowContent {
    case batch(ReplicatedRow)
    case epochChange(EpochChange)
    case definition(StreamDefinition)

    /// Reads a row.
    ///
    /// - Throws: ``StorageError`` with `unreadable`.
    init(_ row: LogRow) throws(StorageError) {
        do throws(LogError) {
            if let change = try EpochChange(row.payload) {
                self = .epochChange(change)
                return
            }
            if let definition = try StreamDefinition(row.payload) {
                self = .definition(definition)
                return
            }
        } catch {
            throw StorageError(.unreadable, error.message)
        }
        self = .batch(try ReplicatedRow(decoding: row.payload.bytes))
    }

    /// The files that have to be there before it is applied.
    var files: [FileHash] {
        if case .batch(let row) = self { row.batch.files } else { [] }
    }
}

/// What rows hold, up to the first that cannot be read, and why not that.
struct ReadRows {
    private(set) var contents: [RowContent] = []
    private(set) var failure: StorageError?

    init(_ rows: [LogRow]) {
        do throws(StorageError) {
            for row in rows { contents.append(try RowContent(row)) }
        } catch {
            failure = error
        }
    }
}
