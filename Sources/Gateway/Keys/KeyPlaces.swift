internal import Glibc
internal import Messages
internal import Platform
internal import ServiceContexts
internal import WireJSON
internal import ZeroMQ

/// Where keys are kept, and what people give in their place.
enum KeyPlaces {
    static let secretEnding = ".key_secret"

    /// The file of the user's own pair.
    static func own(_ configuration: String?) throws(UsageError) -> String {
        "\(try own(configuration, named: "gateway"))\(secretEnding)"
    }

    /// A file of the user's own, without an ending.
    static func own(_ configuration: String?, named name: String) throws(UsageError) -> String {
        guard let configuration else {
            throw UsageError("the configuration directory is unknown: name a file, or set HOME or XDG_CONFIG_HOME")
        }
        return "\(configuration)/\(name)"
    }

    /// The directory of the clients that services accept.
    static func clients(named: String?, settings: Settings) throws(UsageError) -> String {
        if let named = named ?? settings.environment["JANGTEO_CLIENTS"] { return named }
        return try own(settings.places.configDirectory, named: "clients")
    }

    /// The path from the root: a command of another directory has to find it too.
    static func absolute(_ path: String) throws(UsageError) -> String {
        guard let absolute = Locations.absolute(path) else { throw ConfigFile.failure(doing: "cannot find \(path)") }
        return absolute
    }

    /// A public key, given as its 40 characters or as a file that holds it.
    static func publicKey(_ text: String) throws(UsageError) -> CurvePublicKey {
        if let key = try? CurvePublicKey(parsing: text) { return key }
        do {
            return try CurveCertificate(readingFrom: text).publicKey
        } catch {
            throw UsageError(
                "'\(text.printable)' is neither a public key (40 characters, in quotes) nor a file with one: \(error.message.printable)"
            )
        }
    }
}

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

extension UsageError {
    /// What is wrong with a file of keys.
    ///
    /// - Parameters:
    ///   - error: Its message has the path, or one that begins with it, and at its end the system's reason where there is one.
    ///   - path: What was read or written.
    init(_ error: ZMQError, of path: String) {
        let reason = error.errno == 0 ? nil : SystemError.text(error.errno)
        let action = String(error.message.dropLast(reason.map { $0.count + 2 } ?? 0))
        guard let place = action.firstRange(of: path) else {
            self.init("\(error.message)")
            return
        }
        let file = reason == nil ? path : String(action[place.lowerBound...])
        let template = action[..<place.lowerBound] + "{1}" + (reason == nil ? action[place.upperBound...] : "")
        let sentence = Sentence(template: String(template), values: [file])
        self.init((reason.map { sentence.followed(by: $0) } ?? sentence).printable)
    }
}
