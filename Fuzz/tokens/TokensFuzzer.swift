internal import Messages

/// One input of libFuzzer: a file of tokens, and as one text a token that a caller shows.
///
/// Compiled with the program's own files, see `run`. A check that fails traps, which is how libFuzzer learns of it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    checkToken(String(decoding: bytes, as: UTF8.self))
    do throws(TokenError) {
        check(try TokenList(bytes))
    } catch {
        // It is shown, and logged: nothing of what is in the file belongs there.
        precondition(
            error.message.utf8.allSatisfy { 0x20...0x7E ~= $0 } && error.message.utf8.count < 128,
            "a refusal shows the file"
        )
    }
    return 0
}

private func check(_ list: TokenList) {
    precondition(Set(list.records.map(\.name)).count == list.records.count, "a name has two tokens")
    precondition(Set(list.records.map(\.hash)).count == list.records.count, "a token has two names")
    for record in list.records {
        precondition(TokenRecord.isName(record.name), "a name is none")
        precondition(list.contains(record), "a list does not have what is in it")
    }
    guard let again = try? TokenList(list.bytes) else { preconditionFailure("a list that was written cannot be read") }
    precondition(again == list, "a list changes when it is written and read")
    var changed = list
    let token = AccessToken.make()
    precondition(changed.record(of: token) == nil, "a new token is somebody's")
    let record = TokenRecord(of: token, name: "a-name-of-the-fuzzer", role: .read, at: 0)
    guard changed.add(record) else { return }
    precondition(changed.record(of: token) == record, "a token that was added is nobody's")
}

private func checkToken(_ text: String) {
    guard let token = AccessToken(text) else { return }
    precondition(token.text == text && text.utf8.count == 47, "a token is not the text that was shown")
    precondition(text.utf8.allSatisfy { 0x21...0x7E ~= $0 }, "a token is no plain text")
    precondition(token.hash.utf8.count == 64, "a hash is none")
}
