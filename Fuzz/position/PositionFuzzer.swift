internal import Messages

/// One input of libFuzzer: what `Last-Event-ID` says.
///
/// Compiled with the program's own file, see `run`. A check that fails traps, which is how libFuzzer learns of it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    for part in text.split(separator: ",") {
        guard let position = StreamPosition(part) else { continue }
        // It is written into a line of a stream and into JSON.
        let written = position.description
        precondition(
            written.utf8.allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") },
            "a position breaks the line that it is in"
        )
        precondition(
            position.sequence >= 0 && written.utf8.count <= 128,
            "a position is too long, or before the beginning"
        )
        precondition(StreamPosition(written) == position, "a position changes when it is written and read")
        precondition(!written.utf8.contains(UInt8(ascii: ",")), "a position is two")
    }
    return 0
}
