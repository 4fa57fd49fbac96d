/// One input of libFuzzer: a boundary, a line end, and a body.
///
/// Compiled with the program's own files, see `run`. A check that fails traps, which is how libFuzzer learns of it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    let body = Array(bytes.dropFirst(line.count + 1))
    let boundary = String(decoding: line, as: UTF8.self)
    do throws(MultipartForm.Malformed) {
        check(try MultipartForm(body, boundary: boundary), of: body, boundary)
    } catch {
        precondition(!error.detail.isEmpty, "a refusal does not say why")
    }
    return 0
}

private func check(_ form: MultipartForm, of body: [UInt8], _ boundary: String) {
    var end = 0
    for part in form.parts {
        // Its content is a piece of the body, behind that of the part before, and a boundary follows.
        precondition(end <= part.content.startIndex, "two parts share bytes")
        end = part.content.endIndex
        precondition(part.content == body[part.content.indices], "a content is not that of the body")
        precondition(body[end...].starts(with: "\r\n--\(boundary)".utf8), "a content does not end at a boundary")
    }
    checkAgain(form)
}

/// What was read is the same when it is written as clients do and read.
private func checkAgain(_ form: MultipartForm) {
    let boundary = "a-boundary-that-is-in-no-part"
    guard !form.parts.contains(where: { String(decoding: $0.content, as: UTF8.self).contains(boundary) }) else {
        return
    }
    var body: [UInt8] = []
    for part in form.parts {
        // What no client could write: the end of the header, or one that is too long.
        guard !part.name.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 }), part.name.utf8.count < 4_000 else { return }
        // Byte for byte: with a mark behind it a quote is another character.
        let name = part.name.utf8.flatMap {
            [UInt8(ascii: "\""), UInt8(ascii: "\\")].contains($0) ? [UInt8(ascii: "\\"), $0] : [$0]
        }
        body += Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"".utf8) + name + Array("\"\r\n\r\n".utf8)
        body += Array(part.content) + Array("\r\n".utf8)
    }
    body += Array("--\(boundary)--\r\n".utf8)
    guard let again = try? MultipartForm(body, boundary: boundary) else {
        preconditionFailure("what was read cannot be read when it is written")
    }
    precondition(again.parts.map(\.name) == form.parts.map(\.name), "names change when they are written and read")
    precondition(
        again.parts.map { Array($0.content) } == form.parts.map { Array($0.content) },
        "contents change when they are written and read"
    )
}
