/// Where pictures are checked, decoded and made small.
package protocol PictureDecoding: Sendable {
    /// Checks a picture, and makes what is to be stored of it.
    ///
    /// It is synchronous and takes up to some seconds, so call it off the thread that serves requests. Any number of threads may.
    ///
    /// - Throws: ``PictureError``.
    func decode(_ bytes: [UInt8]) throws(PictureError) -> DecodedPicture
}

/// What is to be stored of a picture.
package struct DecodedPicture: Sendable, Hashable {
    /// One of two files.
    package struct File: Sendable, Hashable {
        package let format: PictureFormat
        /// Pixels of a stored row.
        package let width: Int
        /// Stored rows.
        package let height: Int
        package let bytes: [UInt8]
    }

    /// The picture; see ``Picture/bytes``.
    package let original: File
    /// The picture made small and upright.
    package let thumbnail: File
}

extension DecodedPicture {
    init(_ picture: Picture) {
        let (header, small) = (picture.header, picture.thumbnail)
        original = File(format: header.format, width: header.width, height: header.height, bytes: picture.bytes)
        thumbnail = File(format: small.format, width: small.width, height: small.height, bytes: small.bytes)
    }
}

/// Decodes in this process: for tests, and for pictures of one's own.
package struct DirectDecoding: PictureDecoding {
    private let budget: DecodingBudget

    /// - Parameter budget: The memory that decoding may take at the same time.
    package init(_ budget: DecodingBudget = DecodingBudget()) { self.budget = budget }

    package func decode(_ bytes: [UInt8]) throws(PictureError) -> DecodedPicture {
        let header = try PictureHeader(bytes)
        return try budget.taking(header.decodingBytes) { () throws(PictureError) in
            DecodedPicture(try Picture(bytes, limits: .stored))
        }
    }
}
