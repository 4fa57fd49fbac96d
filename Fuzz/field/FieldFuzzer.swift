/// One input of libFuzzer: the value of a field.
///
/// Compiled with the program's own file, see `run`. A check that fails traps, which is how libFuzzer learns of it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let field = FieldParameters(bytes) else { return 0 }
    precondition(field.value == field.value.lowercased(), "a value is not in lower case")
    precondition(!field.value.utf8.contains(UInt8(ascii: ";")), "a value has a parameter in it")
    for name in ["name", "filename", "boundary", "charset"] {
        guard let value = field[name] else { continue }
        precondition(value.utf8.count <= 3 * count, "a parameter is longer than the field")
        let quoted = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        let again = FieldParameters("\(field.value); \(name)=\"\(quoted)\"".utf8)
        precondition(
            again?.value == field.value && again?[name] == value,
            "a field changes when it is written and read"
        )
    }
    return 0
}
