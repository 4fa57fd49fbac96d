/// What one row of a replicated log holds: one committed batch of the worker that writes the stream.
///
/// Anyone who has applied all rows of a stream in their order has the store of that worker. See
/// docs/decisions/0023-what-a-row-of-the-log-holds.md.
package struct ReplicatedRow: Sendable {
    /// The most bytes of one, encoded.
    package static let maximumBytes = 64 << 20

    /// The rows of the journal, their events and the levels.
    package let batch: JournalBatch
    /// The changes of the service's own tables, as SQLite's session extension writes them; empty when there are none.
    ///
    /// Source: https://www.sqlite.org/sessionintro.html#changesets_and_patchsets
    package let changeset: [UInt8]

    package init(batch: JournalBatch, changeset: [UInt8] = []) {
        self.batch = batch
        self.changeset = changeset
    }
}

/// How a row is written as bytes.
///
/// A contract between versions: a row may be read by another version than has written it. Whatever changes here is another
/// format, with another number, and the old one stays readable for as long as a log may have it.
///
/// Numbers are at most 2^53 and written in base 128, the lowest seven bits first, the highest bit of a byte set when another
/// follows, in as few bytes as possible. A text is its length in bytes, as such a number, and its UTF-8. In their order:
///
/// 1. The format number, in two bytes, the most significant first.
/// 2. The time; how many entries, and the number of the first if there is one; how many events, and the sequence of
///    the first if there is one; how many levels; the length of the texts; the length of the changeset. In format 2 also how
///    many files.
/// 3. Each entry: a byte of ``Flags``, how many events it has, and the lengths of its texts.
/// 4. Each event: its type and its subject, both as a text; the sequence of the event before of that subject, plus 1, or 0; how
///    many bytes of the entry's column lie between the JSON of the event before, or the beginning, and its own; and its length.
/// 5. Each level: its item as a text, quantity, version, and the sequence of the last event, plus 1, or 0.
/// 6. The texts of all entries, as the batch has them: of each entry the column of its events if there are any, the fingerprint if
///    there is one, the result, the method, and key, causation and trace as far as there are any.
/// 7. The changeset.
/// 8. In format 2 the hash of each file, in 32 bytes. A row that names no file has format 1, which older versions can read.
///
/// Format 3 is that of a row that holds no batch, but a new epoch of the stream.
enum ReplicatedRowFormat {
    static let number: UInt16 = 1
    static let numberWithFiles: UInt16 = 2

    /// Which of its texts an entry has, and whether it is listed.
    struct Flags: OptionSet {
        let rawValue: UInt8

        static let fingerprint = Flags(rawValue: 1)
        static let key = Flags(rawValue: 2)
        static let causation = Flags(rawValue: 4)
        static let trace = Flags(rawValue: 8)
        static let listed = Flags(rawValue: 16)
        static let all: Flags = [.fingerprint, .key, .causation, .trace, .listed]
    }

    /// Where the texts of a batch begin: before them is the byte that keeps an empty text from being none.
    static let firstText = 1
}
