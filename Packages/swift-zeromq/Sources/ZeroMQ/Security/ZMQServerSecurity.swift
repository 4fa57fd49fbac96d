/// How a bound endpoint finds out who connects to it.
///
/// There is no way to say "everybody" for TCP: each of its endpoints belongs to a domain that the node's
/// ``ZMQAuthenticator`` is asked about, and refuses all while there is none.
public enum ZMQServerSecurity: Sendable, Hashable {
    /// Nobody is asked: the permissions of a file (`ipc`) or the walls of the process (`inproc`) decide.
    ///
    /// Of the endpoints of one socket these are bound first.
    case local
    /// The authenticator is asked, knowing the address alone; what travels is neither encrypted nor signed.
    ///
    /// Peers of ZMTP 1 and 2 are refused. The domain is 1…254 bytes without a byte 0 or 1.
    case unencrypted(domain: String)
    /// CURVE: everything is encrypted, the peer knows this public key beforehand, and the authenticator is asked about
    /// the peer's. The domain is 1…254 bytes without a byte 0 or 1.
    case curve(CurveKeyPair, domain: String)
}
