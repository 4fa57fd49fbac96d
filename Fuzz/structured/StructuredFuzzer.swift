/// One input of libFuzzer: the value of a field.
///
/// Compiled with the program's own files, see `run`. A check that fails traps, which is how libFuzzer learns of it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let string = StructuredString(reading: bytes) {
        precondition(string.value.utf8.count <= count - 2, "a string is longer than its field")
        check(string)
    }
    if let string = StructuredString(of: String(decoding: bytes, as: UTF8.self)) { check(string) }
    return 0
}

/// What a string holds is visible ASCII and blanks, and is the same when it is written and read, with parameters behind it as well.
private func check(_ string: StructuredString) {
    precondition(
        string.value.utf8.allSatisfy { 0x20...0x7E ~= $0 },
        "a string has a control character, or more than ASCII"
    )
    let field = string.field
    precondition(field.utf8.allSatisfy { 0x20...0x7E ~= $0 }, "a field breaks its line")
    for parameters in ["", " ", ";a", ";a=1;b=?0", "; a=\"\\\"\""] {
        precondition(
            StructuredString(reading: "\(field)\(parameters)".utf8) == string,
            "a string changes when it is written and read"
        )
    }
    precondition(StructuredString(reading: "\(field)x".utf8) == nil, "what stands behind a string is passed over")
}
