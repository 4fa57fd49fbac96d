internal import Logging
internal import NIOCore
internal import NIOSSL
internal import Platform
internal import PrometheusText
internal import Synchronization

/// The certificate that new connections get: that of two files, which are read again when they change.
///
/// A connection keeps the one that it began with.
final class CertificateStore: Sendable {
    private struct State {
        var certificate: Certificate
        /// Those of the files that were read.
        var stamps: [FileStamp?]
        /// Those of the last look.
        var seen: [FileStamp?]
        /// What was wrong with the files when they were last read.
        var fault: CertificateError?
    }

    private let files: CertificatePair
    private let log: Logger
    private let state: Mutex<State>
    private let handshakes = HandshakeCounts()

    /// Reads the files.
    ///
    /// - Throws: ``CertificateError``.
    init(_ files: CertificatePair, log: Logger) throws(CertificateError) {
        (self.files, self.log) = (files, log)
        // The stamps first: what comes in between is found at the next look.
        let stamps = files.stamps
        let certificate = try files.read()
        state = Mutex(State(certificate: certificate, stamps: stamps, seen: stamps))
        if certificate.end <= Self.now {
            log.warning("the certificate has expired", metadata: ["file": "\(files.certificate)"])
        }
    }

    private static var now: Int { SystemClock.wall / 1_000 }

    /// Reads the files if they have changed, and are the same as at the last look: of two that are replaced one after the other, both
    /// are there then.
    func readAgain() {
        let stamps = files.stamps
        let isDue = state.withLock { state in
            defer { state.seen = stamps }
            return stamps == state.seen && stamps != state.stamps
        }
        guard isDue else { return }
        do throws(CertificateError) {
            let certificate = try files.read()
            state.withLock { $0 = State(certificate: certificate, stamps: stamps, seen: stamps) }
            let days = (certificate.end - Self.now) / 86_400
            log.notice("certificate read again", metadata: ["file": "\(files.certificate)", "days": "\(days)"])
        } catch {
            // Tried again until it can be read, and told once.
            let isNew = state.withLock { state in
                defer { state.fault = error }
                return state.fault != error
            }
            if isNew { log.error("certificate not read, that of before stays", metadata: ["error": "\(error)"]) }
        }
    }

    /// What a connection has before HTTP.
    func handlers() -> [any ChannelHandler] {
        let context = state.withLock { $0.certificate.context }
        return [NIOSSLServerHandler(context: context), HandshakeHandler(handshakes)]
    }

    func add(to text: inout MetricsText) {
        handshakes.add(to: &text)
        text.add(
            .gauge,
            "jangteo_web_certificate_expiry_timestamp_seconds",
            "Time at which the certificate in use expires, in seconds since 1970.",
            [.init([], state.withLock { $0.certificate.end })]
        )
    }
}
