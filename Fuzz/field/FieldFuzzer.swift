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
        // Byte for byte: with a mark behind it a quote is another character.
        let quoted = value.utf8.flatMap {
            [UInt8(ascii: "\""), UInt8(ascii: "\\")].contains($0) ? [UInt8(ascii: "\\"), $0] : [$0]
        }
        let again = FieldParameters(Array("\(field.value); \(name)=\"".utf8) + quoted + Array("\"".utf8))
        precondition(
            again?.value == field.value && again?[name] == value,
            "a field changes when it is written and read"
        )
    }
    return 0
}
