internal import Messages
internal import WorkerEngine
internal import ZeroMQ

/// The clients that may connect over CURVE, by their public keys.
struct AllowList: Sendable {
    /// A file that tells of no client.
    struct Fault: Sendable {
        /// What is wrong with which file.
        let description: String
    }

    /// Each client by its key.
    private(set) var clients: [CurvePublicKey: PeerAccess] = [:]
    /// What was left out.
    private(set) var faults: [Fault] = []

    /// A list without anybody.
    init() {}

    /// Reads a directory: each `NAME.key` in it is the certificate of the client NAME, with its `role` next to the key.
    ///
    /// A file that cannot be used is left out, and with it a client: better one too few than one too many.
    ///
    /// - Throws: ``WorkerError`` when the directory itself cannot be read.
    init(readingFrom directory: String) throws(WorkerError) {
        do {
            self.init(try CertificateDirectory.entries(of: directory))
        } catch {
            throw WorkerError(.configuration, "the list of clients cannot be read: \(error.message)")
        }
    }

    /// Takes what was read from a directory.
    init(_ files: [CertificateDirectory.Entry]) {
        var nameOfKey: [CurvePublicKey: String] = [:]
        for file in files {
            switch file.certificate {
            case .failure(let error):
                faults.append(Fault(description: error.message))
            case .success(let certificate):
                guard let role = certificate.metadata["role"].flatMap(PeerRole.init) else {
                    faults.append(Fault(description: "\(file.path): it needs a role, one of \(PeerRole.names)"))
                    continue
                }
                // Two names for one key: whichever counted, someone would be taken for another.
                if let other = nameOfKey[certificate.publicKey] {
                    faults.append(Fault(description: "\(file.path): it has the key of \(other); both are left out"))
                    clients[certificate.publicKey] = nil
                    continue
                }
                nameOfKey[certificate.publicKey] = file.name
                clients[certificate.publicKey] = PeerAccess(name: file.name, role: role, transport: .curve)
            }
        }
    }

    /// The names of those whose keys are in this list and not in another.
    func names(missingIn other: AllowList) -> [String] {
        clients.filter { other.clients[$0.key] == nil }.map(\.value.name).sorted()
    }
}
