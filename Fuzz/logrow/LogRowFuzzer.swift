internal import Journal
internal import Messages

/// One input of libFuzzer, taken for a row of a replicated log.
///
/// Compiled with the files of `SQLite` that read one, see `run`. A check that fails traps, so that libFuzzer notices.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    do throws(StorageError) {
        let row = try ReplicatedRow(decoding: bytes)
        precondition(written(row) == bytes, "a row is written in another way than it was read")
        row.batch.forEachRecord { precondition($0.data.count <= count, "an event is longer than its row") }
        check(row.changeset)
    } catch {
        precondition(error.code == .unreadable, "a row that cannot be read is taken for something else")
    }
    // Its own way in, too: few inputs are a row around it.
    check(bytes)
    return 0
}

private func written(_ row: ReplicatedRow) -> [UInt8] {
    do throws(StorageError) { return try row.encoded() } catch { preconditionFailure("\(error)") }
}

private func check(_ changeset: [UInt8]) {
    var reader = ChangesetReader(changeset)
    let tables = [
        CapturedTable(name: "book", keyColumns: [true, false, false]),
        CapturedTable(name: "pair", keyColumns: [true, true]),
    ]
    do throws(StorageError) {
        try reader.check(for: tables)
    } catch {
        precondition([.unreadable, .diverged].contains(error.code), "changes are refused for another reason")
    }
}
