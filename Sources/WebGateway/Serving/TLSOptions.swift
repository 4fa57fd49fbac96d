internal import ArgumentParser
internal import Logging
internal import Platform
internal import ServiceContexts

/// The options by which the program speaks HTTPS itself.
struct TLSOptions: ParsableArguments {
    @Option(
        name: .customLong("tls-certificate"),
        help: ArgumentHelp(
            "Speak HTTPS with the certificate in this file, in PEM: the server's own first, then those that lead to its authority.",
            discussion: "Default: $JANGTEO_WEB_TLS_CERTIFICATE. It is read again when it changes.",
            valueName: "file"
        ),
        completion: .file()
    )
    var certificate: String?

    @Option(
        name: .customLong("tls-key"),
        help: ArgumentHelp(
            "The file of the certificate's private key, in PEM, which others must not be able to read.",
            discussion: "Default: $JANGTEO_WEB_TLS_KEY. It is read again when it changes.",
            valueName: "file"
        ),
        completion: .file()
    )
    var key: String?

    /// The certificate; `nil` where the program speaks plain HTTP.
    ///
    /// - Parameter addresses: Where it listens.
    /// - Throws: `ValidationError` when one file is named and not the other, or nothing can be served with them.
    func certificates(at addresses: [ListenAddress], log: Logger) throws -> CertificateStore? {
        let certificate = certificate ?? Environment.process["JANGTEO_WEB_TLS_CERTIFICATE"]
        let key = key ?? Environment.process["JANGTEO_WEB_TLS_KEY"]
        guard certificate != nil || key != nil else { return nil }
        guard let certificate, let key else {
            throw ValidationError("--tls-certificate and --tls-key go together: a certificate and its private key")
        }
        guard !addresses.contains(where: \.isUnix) else {
            throw ValidationError(
                "a unix socket has no TLS: leave out --tls-certificate and --tls-key, or listen at a port"
            )
        }
        do throws(CertificateError) {
            return try CertificateStore(CertificatePair(certificate: certificate, key: key), log: log)
        } catch {
            throw ValidationError("\(error)")
        }
    }
}
