package import WireJSON

/// What has happened to the connections of one socket since the process started.
package struct ConnectionCounts: JSONWritable {
    /// Connections that were accepted.
    package var accepted = 0
    /// Connections that ended: by the peer, or because it broke the protocol, its limits included.
    package var ended = 0
    /// Connections that ended before the peer had introduced itself.
    package var handshakeFailures = 0
    /// Connections that could not be accepted.
    package var acceptFailures = 0
    /// Connections that were ended because of a limit of the service.
    package var hungUp = 0
    /// How often the endpoints were given up for a while.
    package var pauses = 0

    /// Connections that there are.
    package var open: Int { max(0, accepted - ended) }

    package init() {}

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("open", open)
        writer.member("accepted", accepted)
        writer.member("handshakefailures", handshakeFailures)
        writer.member("acceptfailures", acceptFailures)
        writer.member("hungup", hungUp)
        writer.member("pauses", pauses)
        writer.endObject()
    }
}
