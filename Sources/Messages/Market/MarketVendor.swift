internal import WireJSON

/// A vendor as everybody sees one: the `vendors` of a product.
package struct MarketVendor: SuiteMessage {
    package var id = 0
    package var name = ""
    /// `nil` from a service that does not say it.
    package var createdAt: String?

    package init() {}
    package init(id: Int, name: String, createdAt: String?) {
        (self.id, self.name, self.createdAt) = (id, name, createdAt)
    }

    package mutating func members(_ members: inout Members) {
        members("id", &id, .id, "The vendor.")
        members("name", &name, .text(bytes: 1...1_536), "The vendor's name.")
        members("created_at", &createdAt, .text(), "When it was admitted. UTC, without a zone.")
    }
}

/// A vendor as the operator sees one: the result of `market.vendors.register`, and without the secret an element of
/// `market.vendors.list`.
package struct MarketVendorAccount: SuiteMessage {
    /// What is known of the secret with which a vendor signs what it asks for.
    package enum Secret: Sendable, Hashable {
        /// Issued just now: this is the only time it is told.
        case issued(String)
        /// Told once before, to an earlier request with the same key; `null` on the wire.
        case toldBefore
        /// Not spoken of: the member is absent.
        case untold
    }

    package var id = 0
    package var name = ""
    package var identifier = ""
    package var secret = Secret.untold
    package var createdAt = ""

    package init() {}
    package init(id: Int, name: String, identifier: String, secret: Secret, createdAt: String) {
        (self.id, self.name, self.identifier) = (id, name, identifier)
        (self.secret, self.createdAt) = (secret, createdAt)
    }

    package mutating func members(_ members: inout Members) {
        var told = secret == .untold ? nil : secret
        members("id", &id, .id, "The vendor.")
        members("name", &name, .text(bytes: 1...1_536), "Its name.")
        members("identifier", &identifier, .text(bytes: 1...128), "By what it says who it is.")
        members("secret", &told, .secret, "By what it proves that; null in a repeated answer.")
        members("created_at", &createdAt, .text(), "When it was admitted. UTC, without a zone.")
        secret = told ?? .untold
    }
}

extension MemberType<MarketVendorAccount.Secret> {
    fileprivate static var secret: MemberType {
        MemberType { _ in
            MessageSchema.ValueSchema(type: "string")
        } read: { node, _, _, _ in
            node.string.map(Value.issued) ?? .toldBefore
        } write: { value, writer in
            if case .issued(let text) = value { writer.string(text) } else { writer.null() }
        }
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
package struct MarketVendorPage: SuiteMessage {
    package var vendors: [MarketVendorAccount] = []
    package var next: String?

    package init() {}
    package init(vendors: [MarketVendorAccount], next: String?) { (self.vendors, self.next) = (vendors, next) }

    package mutating func members(_ members: inout Members) {
        members("vendors", &vendors, .list(of: .message, count: 0...100), "Newest first, without secrets.")
        members("next", &next, .text(), "The cursor of the next page; absent on the last.")
    }
}
