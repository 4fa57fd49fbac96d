/// What is kept of a picture's file: what is needed to show it as it is meant.
///
/// What a file says besides of places, people, devices and programs, and pictures of the same that it holds besides, are left
/// out: anyone who sends a picture of a thing for sale does not mean to say where they live. What stays is listed for
/// each format; anything else goes, known or not. No pixel is encoded again.
enum KeptParts {
    /// The file with nothing but its kept parts; one that has no others stays as it is, byte for byte.
    ///
    /// - Parameters:
    ///   - bytes: The file of a picture that was decoded to its end, and that ends with it.
    ///   - header: What was read from it.
    /// - Throws: ``PictureError``, `damaged`, for a file that ends too early.
    static func of(_ bytes: [UInt8], header: PictureHeader) throws(PictureError) -> [UInt8] {
        switch header.format {
        case .png: try png(bytes, header: header)
        case .jpeg: try jpeg(bytes, header: header)
        case .webp: try webp(bytes, header: header)
        case .gif: try gif(bytes)
        }
    }
}
