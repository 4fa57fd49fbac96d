/// How a connecting socket makes itself known.
public enum ZMQClientSecurity: Sendable, Hashable {
    /// Not at all; what travels is neither encrypted nor signed.
    case none
    /// CURVE: by the client's pair, and only towards the one that holds the secret of the server's key.
    case curve(server: CurvePublicKey, client: CurveKeyPair)
}
