/// A peer that wants to be let in, as far as it is known: what ZAP (ZeroMQ RFC 27) tells the handler.
public struct ZMQHandshake: Sendable, Hashable {
    /// What the peer has shown.
    public enum Credentials: Sendable, Hashable {
        /// Nothing.
        case none
        /// That it holds the secret of this public key.
        case curve(CurvePublicKey)
    }

    /// The domain of the endpoint that it came to.
    public let domain: String
    /// Its numeric address.
    public let address: String
    /// What it has shown.
    public let credentials: Credentials
}
