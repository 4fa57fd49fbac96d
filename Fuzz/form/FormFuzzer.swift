/// One input of libFuzzer: a query, or a form without pictures.
///
/// Compiled with the program's own files, see `run`. A check that fails traps, which is how libFuzzer learns of it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    do throws(URLEncodedText.Malformed) {
        let fields = try URLEncodedText.fields(in: bytes, of: "query")
        precondition(
            fields.count == bytes.split(separator: UInt8(ascii: "&")).count,
            "fields come from nowhere, or are lost"
        )
        let size = fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        precondition(size <= count, "texts grow when they are read")
        let text = fields.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }.joined(separator: "&")
        let again = try URLEncodedText.fields(in: Array(text.utf8), of: "query")
        // Byte for byte: two texts of one meaning are not one text here.
        let isSame = again.elementsEqual(fields) {
            $0.name.utf8.elementsEqual($1.name.utf8) && $0.value.utf8.elementsEqual($1.value.utf8)
        }
        precondition(isSame, "fields change when they are written and read")
    } catch {
        precondition(error.detail.utf8.starts(with: "the query has ".utf8), "a refusal does not say of what")
    }
    return 0
}
