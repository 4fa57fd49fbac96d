internal import PrometheusText
internal import Synchronization

/// How the handshakes of connections have come to their end.
final class HandshakeCounts: Sendable {
    enum End: String, CaseIterable {
        case completed
        /// The client has left, sent what is no TLS, or wants what this program does not have.
        case failed
        /// This program has ended it, since it took too long or there is no room.
        case ended
    }

    private let counts = Mutex<[End: Int]>([:])

    func record(_ end: End) { counts.withLock { $0[end, default: 0] += 1 } }

    func add(to text: inout MetricsText) {
        let counts = counts.withLock(\.self)
        text.add(
            .counter,
            "jangteo_web_tls_handshakes",
            "TLS handshakes, by how they ended: completed, failed, or ended by this program.",
            End.allCases.map { .init([("end", $0.rawValue)], counts[$0, default: 0]) }
        )
    }
}
