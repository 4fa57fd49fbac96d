package import Messages
internal import WireJSON
internal import ZeroMQ

/// A write whose end nobody knows: it is about to be sent, on its way, or its answer did not come.
package struct OutboxEntry: Sendable, Hashable {
    /// What tells one write from all others: one key may go to many services.
    package struct ID: Sendable, Hashable {
        package let key: String
        package let service: ServiceName

        package init(key: String, service: ServiceName) {
            self.key = key
            self.service = service
        }
    }

    package let id: ID
    /// Where it was sent.
    package let endpoint: String
    /// The public key by which the service knows who sent it, empty for none; `nil` in entries of earlier versions.
    ///
    /// Under another client's name the same key is another write.
    package let client: String?
    package let method: String
    /// One JSON object, without its secrets; `nil` for none.
    package let params: [UInt8]?
    /// Whether a secret was left out of the params: then only a caller who knows it can send the write again.
    package let isWithheld: Bool
    package let attachments: [OutboxAttachment]
    /// When it was recorded, in milliseconds since 1970-01-01 UTC.
    package let time: Int

    /// Notes a write that is about to be sent.
    ///
    /// - Parameter params: One JSON object; its members called `secret`, at any depth, are not kept.
    package init(
        _ id: ID,
        to address: ServiceAddress,
        method: String,
        params: [UInt8]?,
        attachments: [OutboxAttachment] = [],
        time: Int
    ) {
        self.id = id
        endpoint = address.rpc
        client = Self.client(of: address)
        self.method = method
        (self.params, isWithheld) = WithheldSecrets.of(params)
        self.attachments = attachments
        self.time = time
    }

    /// Reads an entry; `nil` when it is not one, or of a service that this program does not know.
    init?(_ node: JSONNode) {
        guard let key = node["key"]?.string, let service = node["service"]?.string.flatMap(ServiceName.init(rawValue:)),
            let endpoint = node["endpoint"]?.string, let method = node["method"]?.string,
            let time = node["time"]?.integer, (0...Self.latest).contains(time)
        else { return nil }
        id = ID(key: key, service: service)
        self.endpoint = endpoint
        client = node["client"]?.string
        self.method = method
        params = node["params"].map { $0.jsonBytes }
        isWithheld = node["withheld"]?.boolean ?? false
        attachments = node["attachments"]?.elements.compactMap { OutboxAttachment($0) } ?? []
        self.time = time
        guard attachments.count == node["attachments"]?.count ?? 0 else { return nil }
    }

    /// Whether a service would take who calls with the keys of an address for whoever sent the write.
    package func isSent(by address: ServiceAddress) -> Bool {
        client.map { $0 == Self.client(of: address) } ?? true
    }

    private static func client(of address: ServiceAddress) -> String {
        address.keys.map { $0.client.publicKey.description } ?? ""
    }

    /// How long a service remembers a key at least, in milliseconds: 7 days.
    private static let remembered = 7 * 24 * 60 * 60 * 1_000

    /// Whether the service may have forgotten the key, so that sending it again might do it a second time.
    ///
    /// - Parameter moment: In milliseconds since 1970-01-01 UTC. The write was done after it was recorded, so it is
    ///   remembered for longer than this says.
    package func isForgotten(at moment: Int) -> Bool {
        // Far ahead, it was dated by a clock that was wrong, and nobody knows how old it is.
        abs(moment - time) >= Self.remembered
    }

    /// A file may hold any number; times are calculated with.
    private static let latest = 1 << 53

    func writeMembers(to writer: inout JSONWriter) {
        writer.member("key", id.key)
        writer.member("service", id.service.rawValue)
        writer.member("endpoint", endpoint)
        if let client { writer.member("client", client) }
        writer.member("method", method)
        if let params { writer.member("params", raw: params) }
        if isWithheld { writer.member("withheld", true) }
        if !attachments.isEmpty {
            writer.array("attachments", of: attachments) { writer, attachment in attachment.write(to: &writer) }
        }
        writer.member("time", time)
    }
}
