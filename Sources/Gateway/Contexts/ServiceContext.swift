internal import Messages
internal import WireJSON
internal import WorkerClient
internal import ZeroMQ

/// A suite of services somewhere else: where they are, and the keys to talk to them.
struct ServiceContext: Sendable, Hashable {
    /// Where one service is; with several workers the endpoints of all, with commas between them.
    struct Place: Sendable, Hashable {
        let rpc: String
        let events: String?

        /// The same with one more worker.
        func with(_ worker: Place) -> Place {
            let events = [events, worker.events].compactMap(\.self)
            return Place(
                rpc: "\(rpc),\(worker.rpc)",
                events: events.isEmpty ? nil : events.joined(separator: ",")
            )
        }
    }

    /// What its name in a command may look like: it is a name of a file, too.
    static func isName(_ text: String) -> Bool { CertificateDirectory.isName(text) && text != local }
    /// The word for no context: the services of this machine.
    static let local = "local"

    let name: String
    /// What the services are known by; `nil` where no keys are needed.
    let serverKey: CurvePublicKey?
    /// The file of the user's own pair; `nil` where no keys are needed.
    let keyFile: String?
    let places: [ServiceName: Place]

    init(name: String, serverKey: CurvePublicKey?, keyFile: String?, places: [ServiceName: Place]) {
        self.name = name
        self.serverKey = serverKey
        self.keyFile = keyFile
        self.places = places
    }

    /// Reads what ``document`` wrote.
    ///
    /// - Throws: ``UsageError`` naming what is wrong.
    init(name: String, _ node: JSONNode) throws(UsageError) {
        func wrong(_ what: String) -> UsageError { UsageError("context \(name): \(what)") }
        self.name = name
        do {
            serverKey = try node["serverkey"]?.string.map { text throws(ZMQError) in try CurvePublicKey(parsing: text) }
        } catch {
            throw wrong(error.message)
        }
        keyFile = node["keyfile"]?.string
        var places: [ServiceName: Place] = [:]
        guard let services = node["services"], services.kind == .object else { throw wrong("it has no services") }
        for (word, place) in services.members {
            guard let service = ServiceName(rawValue: word), let rpc = place["rpc"]?.string else {
                throw wrong("\(word.printable) is not a service with an address")
            }
            places[service] = Place(rpc: rpc, events: place["events"]?.string)
        }
        self.places = places
        guard (serverKey == nil) == (keyFile == nil) else { throw wrong("one of its two keys is missing") }
    }

    /// The context as a file, and as a program reads it; the secret is only named.
    var document: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }

    func write(to writer: inout JSONWriter, isCurrent: Bool? = nil) {
        writer.beginObject()
        if let isCurrent {
            writer.member("name", name)
            writer.member("current", isCurrent)
        }
        if let serverKey { writer.member("serverkey", serverKey.description) }
        if let keyFile { writer.member("keyfile", keyFile) }
        writer.name("services")
        writer.beginObject()
        for (service, place) in places.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            writer.name(service.rawValue)
            writer.beginObject()
            writer.member("rpc", place.rpc)
            if let events = place.events { writer.member("events", events) }
            writer.endObject()
        }
        writer.endObject()
        writer.endObject()
    }

    /// Where a service is in this context, with the keys for it.
    ///
    /// - Throws: ``UsageError`` when the context does not name the service, or the key cannot be read.
    func address(of service: ServiceName) throws(UsageError) -> ServiceAddress {
        guard let place = places[service] else {
            let named = places.keys.map(\.rawValue).sorted().joined(separator: ", ")
            throw UsageError("context \(name) has no \(service.rawValue), only: \(named)")
        }
        return ServiceAddress(service: service, rpc: place.rpc, events: place.events ?? "", keys: try keys())
    }

    private func keys() throws(UsageError) -> ServiceKeys? {
        guard let serverKey, let keyFile else { return nil }
        do {
            return ServiceKeys(server: serverKey, client: try CurveKeyPair(readingFrom: keyFile))
        } catch {
            throw UsageError("context \(name): \(error.message)")
        }
    }
}
