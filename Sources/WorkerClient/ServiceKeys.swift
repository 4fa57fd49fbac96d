package import ZeroMQ

/// The keys for a service that is reached over CURVE.
package struct ServiceKeys: Sendable, Hashable {
    /// What we know the service by.
    package var server: CurvePublicKey
    /// What the service knows us by.
    package var client: CurveKeyPair

    /// Creates a set of keys.
    package init(server: CurvePublicKey, client: CurveKeyPair) {
        self.server = server
        self.client = client
    }
}

extension ServiceKeys? {
    /// How to make oneself known with them.
    var security: ZMQClientSecurity {
        map { .curve(server: $0.server, client: $0.client) } ?? .none
    }
}
