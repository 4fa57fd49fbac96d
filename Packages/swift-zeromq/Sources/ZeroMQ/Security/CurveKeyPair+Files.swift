internal import CZMQ

extension CurveKeyPair {
    /// Reads a pair from a file in the format of CZMQ and pyzmq.
    ///
    /// - Parameter path: The file; it belongs to the user, and nobody else can read it (mode 0600).
    /// - Throws: ``ZMQError`` with `keyFile`, which says what is wrong and shows nothing of the key.
    public init(readingFrom path: String) throws(ZMQError) {
        self = try KeyFile.withContents(of: path, privacy: .secret) { text throws(ZMQError) in
            try CurveKeyPair(parsing: text)
        }
    }

    /// Reads the text of such a file.
    ///
    /// - Throws: ``ZMQError`` with `keyFile`, as above.
    public init(parsing text: borrowing Span<UInt8>) throws(ZMQError) {
        let properties = try CertificateText(text).properties
        guard let property = properties.first(where: { $0.section == "curve" && $0.name == "secret-key" }) else {
            throw ZMQError(.keyFile, "it holds no secret key")
        }
        let value = text.extracting(property.value)
        let secret = try unsafe SecretMemory { secret throws(ZMQError) in
            let result = unsafe value.withUnsafeBufferPointer { text in
                guard let base = text.baseAddress else { return CInt(-1) }
                return unsafe CZMQ_key_decode(base, text.count, secret)
            }
            guard result == 0 else { throw ZMQError(.keyFile, "its secret key is not 40 characters of Z85") }
        }
        let secretKey = CurveSecretKey(secret)
        let certificate = try CurveCertificate(properties, in: text)
        guard try secretKey.publicKey() == certificate.publicKey else {
            throw ZMQError(.keyFile, "its two keys do not belong together")
        }
        self.init(publicKey: certificate.publicKey, secretKey: secretKey)
    }

    /// Writes the pair to a new file that only its owner may read (mode 0600).
    ///
    /// - Parameters:
    ///   - path: A file that does not exist; it appears whole or not at all.
    ///   - metadata: What the file says next to the keys; see ``CurveCertificate/metadata``.
    /// - Throws: ``ZMQError`` with `keyFile`.
    public func write(to path: String, metadata: [String: String] = [:]) throws(ZMQError) {
        let certificate = CurveCertificate(publicKey: publicKey, metadata: metadata)
        let start = Array("\(try certificate.heading("secret: never give it away"))    secret-key = \"".utf8)
        let end = Array("\"\n".utf8)
        let count = start.count + Int(CZMQ_KEY_TEXT) + end.count
        // One allocation of the final size: a buffer that grows would leave copies of the secret behind.
        let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: count)
        unsafe buffer.initialize(repeating: 0)
        defer {
            if let base = buffer.baseAddress { unsafe CZMQ_forget(base, count) }
            unsafe buffer.deallocate()
        }
        for (index, byte) in start.enumerated() { unsafe buffer[index] = byte }
        for (index, byte) in end.enumerated() { unsafe buffer[count - end.count + index] = byte }
        _ = unsafe secretKey.memory.withBytes { secret in
            guard let base = buffer.baseAddress else { return -1 }
            unsafe CZMQ_key_encode(secret, base + start.count)
            return 0
        }
        try KeyFile.create(path, privacy: .secret, text: unsafe Span(_unsafeElements: UnsafeBufferPointer(buffer)))
    }
}
