package import WireJSON

/// A vendor as everybody sees one: the `vendors` of a product.
package struct MarketVendor: Sendable, Hashable, JSONWritable {
    /// Its number.
    package var id: Int
    /// Its name.
    package var name: String
    /// When it was admitted: `yyyy-MM-dd'T'HH:mm:ss` in UTC; `nil` from a service that does not say it.
    package var createdAt: String?

    package init(id: Int, name: String, createdAt: String?) {
        self.id = id
        self.name = name
        self.createdAt = createdAt
    }

    /// Reads a vendor; `nil` when a member is missing.
    package init?(_ node: JSONNode) {
        guard let id = node["id"]?.integer, let name = node["name"]?.string else { return nil }
        self.init(id: id, name: name, createdAt: node["created_at"]?.string)
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", id)
        writer.member("name", name)
        if let createdAt { writer.member("created_at", createdAt) }
        writer.endObject()
    }
}

/// A vendor as the operator sees one: the result of `market.vendors.register`, and without the secret an element of
/// `market.vendors.list`.
package struct MarketVendorAccount: Sendable, Hashable, JSONWritable {
    /// What is known of the secret with which a vendor signs what it asks for.
    package enum Secret: Sendable, Hashable {
        /// Issued just now: this is the only time it is told.
        case issued(String)
        /// Told once before, to an earlier request with the same key; `null` on the wire.
        case toldBefore
        /// Not spoken of: the member is absent.
        case untold
    }

    /// The vendor's number.
    package var id: Int
    /// Its name.
    package var name: String
    /// The text by which it says who it is.
    package var identifier: String
    /// The text by which it proves that.
    package var secret: Secret
    /// When it was admitted: `yyyy-MM-dd'T'HH:mm:ss` in UTC.
    package var createdAt: String

    package init(id: Int, name: String, identifier: String, secret: Secret, createdAt: String) {
        self.id = id
        self.name = name
        self.identifier = identifier
        self.secret = secret
        self.createdAt = createdAt
    }

    /// Reads an account; `nil` when a member is missing.
    package init?(_ node: JSONNode) {
        guard let id = node["id"]?.integer, let name = node["name"]?.string,
            let identifier = node["identifier"]?.string
        else { return nil }
        let secret = node["secret"].map { $0.string.map(Secret.issued) ?? .toldBefore } ?? .untold
        let createdAt = node["created_at"]?.string ?? ""
        self.init(id: id, name: name, identifier: identifier, secret: secret, createdAt: createdAt)
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", id)
        writer.member("name", name)
        writer.member("identifier", identifier)
        switch secret {
        case .issued(let text): writer.member("secret", text)
        case .toldBefore:
            writer.name("secret")
            writer.null()
        case .untold: break
        }
        writer.member("created_at", createdAt)
        writer.endObject()
    }
}

extension MarketVendorAccount: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The vendor without its secret, so that no log and no test output ever shows one.
    package var description: String { "vendor \(id) \(name) (\(identifier))" }
    package var debugDescription: String { description }
    /// No children: a dump of the value shows the same.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Some vendors, newest first: the result of `market.vendors.list`.
package struct MarketVendorPage: Sendable, Hashable, JSONWritable {
    /// The vendors, without their secrets.
    package var vendors: [MarketVendorAccount]
    /// The cursor of the next page; `nil` on the last one.
    package var next: String?

    package init(vendors: [MarketVendorAccount], next: String?) {
        self.vendors = vendors
        self.next = next
    }

    /// Reads a page; `nil` when it is none.
    package init?(_ node: JSONNode) {
        guard let vendors = node["vendors"], vendors.kind == .array else { return nil }
        self.vendors = vendors.elements.compactMap { MarketVendorAccount($0) }
        next = node["next"]?.string
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("vendors", vendors)
        if let next { writer.member("next", next) }
        writer.endObject()
    }
}
