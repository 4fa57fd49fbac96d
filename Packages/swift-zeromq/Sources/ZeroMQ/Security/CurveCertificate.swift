/// A public key, and what someone says of its owner: what one side gives to the other before they can talk.
public struct CurveCertificate: Sendable, Hashable {
    /// The key.
    public let publicKey: CurvePublicKey
    /// Names and values next to the key, such as `role`.
    ///
    /// Names are lower-case letters, digits and hyphens; values have no line breaks and no double quotes.
    public let metadata: [String: String]

    /// Makes a certificate.
    public init(publicKey: CurvePublicKey, metadata: [String: String] = [:]) {
        self.publicKey = publicKey
        self.metadata = metadata
    }

    /// Reads a certificate from a file in the format of CZMQ and pyzmq.
    ///
    /// - Parameter path: The file; it belongs to the user or to root, and nobody else can change it.
    /// - Throws: ``ZMQError`` with `keyFile`, which says what is wrong, also when the file holds a secret key: that
    ///   belongs to its owner alone.
    public init(readingFrom path: String) throws(ZMQError) {
        self = try KeyFile.withContents(of: path, privacy: .published) { text throws(ZMQError) in
            try CurveCertificate(parsing: text)
        }
    }

    /// Reads the text of such a file.
    ///
    /// - Throws: ``ZMQError`` with `keyFile`, as above.
    public init(parsing text: borrowing Span<UInt8>) throws(ZMQError) {
        let properties = try CertificateText(text).properties
        guard !properties.contains(where: { $0.section == "curve" && $0.name == "secret-key" }) else {
            throw ZMQError(
                .keyFile,
                "it holds a secret key, which only its owner may have; put the public file here"
            )
        }
        try self.init(properties, in: text)
    }

    init(_ properties: [CertificateText.Property], in text: borrowing Span<UInt8>) throws(ZMQError) {
        guard let property = properties.first(where: { $0.section == "curve" && $0.name == "public-key" }) else {
            throw ZMQError(.keyFile, "it holds no public key")
        }
        guard let key = CurvePublicKey(text: text.extracting(property.value)) else {
            throw ZMQError(.keyFile, "its public key is not 40 characters of Z85")
        }
        publicKey = key
        var metadata: [String: String] = [:]
        for property in properties where property.section == "metadata" {
            metadata[property.name] = unsafe text.extracting(property.value).withUnsafeBufferPointer {
                unsafe String(decoding: $0, as: UTF8.self)
            }
        }
        self.metadata = metadata
    }

    /// Writes the certificate to a new file that everybody may read.
    ///
    /// - Parameter path: A file that does not exist; it appears whole or not at all.
    /// - Throws: ``ZMQError`` with `keyFile`.
    public func write(to path: String) throws(ZMQError) {
        let text = try Array("\(heading("public: give it to whom you want to talk to"))".utf8)
        try KeyFile.create(path, privacy: .published, text: text.span)
    }

    /// Everything but a secret key, up to the line after which that would stand.
    public func heading(_ comment: String) throws(ZMQError) -> String {
        var text = "# CURVE certificate, \(comment)\n\n"
        if !metadata.isEmpty { text += "metadata\n" }
        for (name, value) in metadata.sorted(by: { $0.key < $1.key }) {
            let isName =
                !name.isEmpty
                && name.utf8.allSatisfy { byte in
                    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "-")
                        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                }
            guard isName, !value.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == 0x7F }) else {
                throw ZMQError(.keyFile, "a file of keys cannot hold \(name.debugDescription)")
            }
            text += "    \(name) = \"\(value)\"\n"
        }
        return text + "curve\n    public-key = \"\(publicKey)\"\n"
    }
}
