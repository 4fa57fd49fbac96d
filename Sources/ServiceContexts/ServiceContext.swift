package import Messages
package import Platform
package import WireJSON
package import WorkerClient
package import ZeroMQ

/// A suite of services somewhere else: where they are, and the keys to talk to them.
package struct ServiceContext: Sendable, Hashable {
    /// Where one service is; with several workers the endpoints of all, with commas between them.
    package struct Place: Sendable, Hashable {
        package let rpc: String
        package let events: String?

        package init(rpc: String, events: String?) {
            self.rpc = rpc
            self.events = events
        }

        /// The same with one more worker.
        package func with(_ worker: Place) -> Place {
            let events = [events, worker.events].compactMap(\.self)
            return Place(
                rpc: "\(rpc),\(worker.rpc)",
                events: events.isEmpty ? nil : events.joined(separator: ",")
            )
        }
    }

    /// What its name in a command may look like: it is a name of a file, too.
    package static func isName(_ text: String) -> Bool { CertificateDirectory.isName(text) && text != local }
    /// The word for no context: the services of this machine.
    package static let local = "local"

    package let name: String
    /// What the services are known by; `nil` where no keys are needed.
    package let serverKey: CurvePublicKey?
    /// The file of the user's own pair; `nil` where no keys are needed.
    package let keyFile: String?
    package let places: [ServiceName: Place]

    package init(name: String, serverKey: CurvePublicKey?, keyFile: String?, places: [ServiceName: Place]) {
        self.name = name
        self.serverKey = serverKey
        self.keyFile = keyFile
        self.places = places
    }

    /// Reads what ``document`` wrote.
    ///
    /// - Throws: ``UsageError`` naming what is wrong.
    package init(name: String, _ node: JSONNode) throws(UsageError) {
        func wrong(_ what: Sentence) -> UsageError { UsageError("context \(name): \(what)") }
        self.name = name
        do {
            serverKey = try node["serverkey"]?.string.map { text throws(ZMQError) in try CurvePublicKey(parsing: text) }
        } catch {
            throw wrong("\(error.message)")
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

    /// Reads the text of a file of a context.
    ///
    /// - Throws: ``UsageError`` when it is not JSON.
    package static func document(_ bytes: [UInt8], called name: String) throws(UsageError) -> JSONNode {
        do {
            return try JSONReader().read(bytes)
        } catch {
            throw UsageError("context \(name): its file is not valid JSON: \(error)")
        }
    }

    /// The context as a file, and as a program reads it; the secret is only named.
    package var document: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }

    package func write(to writer: inout JSONWriter, isCurrent: Bool? = nil) {
        writer.beginObject()
        if let isCurrent {
            writer.member("name", name)
            writer.member("current", isCurrent)
        }
        if let serverKey { writer.member("serverkey", serverKey.description) }
        if let keyFile { writer.member("keyfile", keyFile) }
        writer.object("services") { writer in
            for (service, place) in places.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                writer.name(service.rawValue)
                writer.beginObject()
                writer.member("rpc", place.rpc)
                if let events = place.events { writer.member("events", events) }
                writer.endObject()
            }
        }
        writer.endObject()
    }

    /// Where a service is in this context, with the keys for it.
    ///
    /// - Throws: ``UsageError`` when the context does not name the service, or the key cannot be read.
    package func address(of service: ServiceName) throws(UsageError) -> ServiceAddress {
        guard let place = places[service] else {
            let named = places.keys.map(\.rawValue).sorted().joined(separator: ", ")
            throw UsageError("context \(name) has no \(service.rawValue), only: \(named)")
        }
        return ServiceAddress(service: service, rpc: place.rpc, events: place.events ?? "", keys: try keys())
    }

    /// - Throws: ``UsageError`` unless it is an endpoint to connect to.
    package static func check(endpoint text: String) throws(UsageError) {
        let endpoint: ZMQEndpoint
        do throws(ZMQError) {
            endpoint = try ZMQEndpoint(parsing: text)
        } catch {
            throw UsageError("\(error.message)")
        }
        guard !endpoint.isWildcard else {
            throw UsageError("\(text.printable) is an address to listen on, not to connect to")
        }
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
