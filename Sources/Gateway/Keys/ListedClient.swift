internal import Messages
internal import WireJSON
internal import ZeroMQ

/// One line of the list of clients.
struct ListedClient {
    let name: String
    let role: PeerRole?
    let key: CurvePublicKey?
    /// What keeps a service from using it.
    let fault: String?

    init(_ entry: CertificateDirectory.Entry) {
        name = entry.name
        switch entry.certificate {
        case .failure(let error):
            (role, key, fault) = (nil, nil, error.message)
        case .success(let certificate):
            key = certificate.publicKey
            role = certificate.metadata["role"].flatMap(PeerRole.init)
            fault = role == nil ? "\(entry.path): it needs a role, one of \(PeerRole.names)" : nil
        }
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("name", name)
        if let role { writer.member("role", role.rawValue) }
        if let key { writer.member("publickey", key.description) }
        if let fault { writer.member("fault", fault) }
        writer.endObject()
    }
}
