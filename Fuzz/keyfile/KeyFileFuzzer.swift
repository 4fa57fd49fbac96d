internal import Messages
internal import WorkerEngine
internal import ZeroMQ

/// One input of libFuzzer: files of keys, with a NUL between them.
///
/// Each is read as a pair and as a certificate, and all together as the list of clients.
///
/// Compiled with the service's own files, see `run`. A check that fails traps, which is how libFuzzer learns of it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    checkPair(bytes)
    check(CertificateDirectory.Entry(name: "whole", certificateIn: bytes))
    let files = bytes.split(separator: 0, omittingEmptySubsequences: false)
    checkList(files.enumerated().map { CertificateDirectory.Entry(name: "client-\($0)", certificateIn: Array($1)) })
    checkName(String(decoding: bytes, as: UTF8.self))
    return 0
}

// MARK: One file

private func checkPair(_ bytes: [UInt8]) {
    do throws(ZMQError) {
        let pair = try CurveKeyPair(parsing: bytes.span)
        // What is a pair is no certificate, however its lines are read.
        let certificate = CertificateDirectory.Entry(name: "pair", certificateIn: bytes).certificate
        precondition((try? certificate.get()) == nil, "a secret key is taken for a certificate")
        checkText(of: pair.publicKey)
    } catch {
        check(error)
    }
}

private func check(_ entry: CertificateDirectory.Entry) {
    switch entry.certificate {
    case .failure(let error):
        check(error)
    case .success(let certificate):
        checkText(of: certificate.publicKey)
        // Some of what others write, such as tabs in a value, is read but not written.
        guard let text = try? certificate.heading("fuzz") else { return }
        guard let again = try? CurveCertificate(parsing: Array(text.utf8).span) else {
            preconditionFailure("a certificate that was written cannot be read")
        }
        precondition(again == certificate, "a certificate changes when it is written and read")
    }
}

private func checkText(of key: CurvePublicKey) {
    guard let again = try? CurvePublicKey(parsing: key.description) else {
        preconditionFailure("the text of a key is none")
    }
    precondition(again == key, "a key changes when it is written and read")
}

/// A refusal shows nothing of what is in the file but the name of a property.
private func check(_ error: ZMQError) {
    precondition(error.code == .keyFile, "a bad file is called something else")
    let whole: Set = [
        "it holds no secret key", "it holds no public key", "its secret key is not 40 characters of Z85",
        "its public key is not 40 characters of Z85", "its two keys do not belong together",
        "it holds a secret key, which only its owner may have; put the public file here",
    ]
    guard !whole.contains(error.message) else { return }
    let words = error.message.split(separator: " ")
    precondition(words.count >= 4 && words[0] == "line", "a refusal says something else: \(error.message)")
    precondition(Int(words[1]).map { (1...4096).contains($0) } ?? false, "a refusal names no line")
    let rest = words.dropFirst(2)
    let isRepeated = rest.first == "says" && rest.dropFirst(2).joined(separator: " ") == "a second time"
    precondition(rest.joined(separator: " ") == "cannot be read" || isRepeated, "a refusal says: \(error.message)")
}

// MARK: All files

/// A client is admitted by one file alone, which has its key and its role.
private func checkList(_ files: [CertificateDirectory.Entry]) {
    let list = AllowList(files)
    var readable: [CurvePublicKey: [PeerAccess]] = [:]
    for file in files {
        guard let certificate = try? file.certificate.get() else { continue }
        guard let role = certificate.metadata["role"].flatMap(PeerRole.init) else { continue }
        readable[certificate.publicKey, default: []].append(
            PeerAccess(name: file.name, role: role, transport: .curve)
        )
    }
    precondition(
        list.clients == readable.compactMapValues { $0.count == 1 ? $0[0] : nil },
        "somebody is let in who should not be, or the other way round"
    )
    let owners = readable.values.filter { $0.count > 1 }.count
    precondition(list.clients.count + list.faults.count + owners == files.count, "a file is passed over in silence")
}

private func checkName(_ text: String) {
    guard CertificateDirectory.isName(text) else { return }
    precondition((1...64).contains(text.utf8.count), "a name is too long")
    precondition(!text.contains { $0 == "/" || $0 == "\0" } && !text.hasPrefix("."), "a name is a path")
}

extension CertificateDirectory.Entry {
    /// As the directory reads it.
    fileprivate init(name: String, certificateIn bytes: [UInt8]) {
        let certificate = Result { () throws(ZMQError) in try CurveCertificate(parsing: bytes.span) }
        self.init(name: name, path: "\(name).key", certificate: certificate)
    }
}
