internal import NIOCore
internal import NIOSSL
internal import Platform

/// Why a certificate cannot be used.
struct CertificateError: Error, Hashable, CustomStringConvertible {
    enum Code: Hashable {
        /// A file is missing, cannot be read, or is open to others.
        case file
        /// A file has not what it should have.
        case content
        /// The key is another certificate's.
        case mismatch
    }

    let code: Code
    let description: String

    init(_ code: Code, _ description: String) { (self.code, self.description) = (code, description) }
}

/// The files of a certificate, with those that lead to its authority, and of its key, both in PEM.
struct CertificatePair: Sendable, Hashable {
    /// Room for some hundred certificates.
    private static let maxBytes = 1 << 20

    let certificate: String
    let key: String

    /// What tells the files from what they were before.
    var stamps: [FileStamp?] { [FileStamp(of: certificate), FileStamp(of: key)] }

    /// Reads both files.
    ///
    /// - Throws: ``CertificateError`` when nothing can be served with them.
    func read() throws(CertificateError) -> Certificate {
        let certificateBytes = try bytes(of: certificate, isSecret: false)
        let keyBytes = try bytes(of: key, isSecret: true)
        guard let chain = try? NIOSSLCertificate.fromPEMBytes(certificateBytes), let own = chain.first else {
            throw CertificateError(.content, "\(certificate) has no certificate in PEM")
        }
        guard let secret = try? NIOSSLPrivateKey(bytes: keyBytes, format: .pem) else {
            let isEncrypted = String(decoding: keyBytes, as: UTF8.self).contains("ENCRYPTED")
            let reason = isEncrypted ? "has a passphrase, which nobody is there to type" : "has no private key in PEM"
            throw CertificateError(.content, "\(key) \(reason)")
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) },
            privateKey: .privateKey(secret)
        )
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        // The end is announced (close_notify); its confirmation is not waited for, so that nobody keeps a place by leaving it out.
        configuration.shutdownTimeout = .zero
        do {
            return Certificate(context: try NIOSSLContext(configuration: configuration), end: own.notValidAfter)
        } catch NIOSSLError.failedToLoadPrivateKey {
            throw CertificateError(
                .mismatch,
                "the key in \(key) is not that of the first certificate in \(certificate), which must be the server's own"
            )
        } catch {
            throw CertificateError(.content, "\(certificate) and \(key) cannot be used: \(error)")
        }
    }

    private func bytes(of path: String, isSecret: Bool) throws(CertificateError) -> [UInt8] {
        let bytes: [UInt8]?
        do throws(FileSystemError) {
            bytes = try TrustedFile.read(path, atMost: Self.maxBytes, isSecret: isSecret)
        } catch {
            throw CertificateError(.file, "\(error)")
        }
        guard let bytes else { throw CertificateError(.file, "there is no file \(path)") }
        return bytes
    }
}

/// A certificate with its key, ready for connections.
struct Certificate: Sendable {
    let context: NIOSSLContext
    /// When it expires, in seconds since 1970.
    let end: Int
}
