public import ZeroMQ

/// The keys for a service that is reached over CURVE.
public struct ServiceKeys: Sendable, Hashable {
    /// What we know the service by.
    public var server: CurvePublicKey
    /// What the service knows us by.
    public var client: CurveKeyPair

    /// Creates a set of keys.
    public init(server: CurvePublicKey, client: CurveKeyPair) {
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
