/// Why somebody who is there does not let us in.
public enum AdmissionFault: Sendable, Hashable {
    /// The service wants a key, and we have none.
    case keyNeeded
    /// The service does not know our key, or not any more.
    case keyRefused
    /// Whoever is there hangs up on us: the key that we know the service by is not its own, or it knows nothing of keys and
    /// did not say so, or something else is there.
    case wrongServerKey
    /// Whoever is there says that it knows nothing of keys, and we only talk to whom we can recognise.
    case curveMissing
}
