internal import PictureFiles

extension PictureHeader {
    /// Reads the markers of a JPEG up to its first scan, whose length only a decoder can tell.
    static func jpeg(_ bytes: [UInt8], limits: PictureLimits) throws(PictureError) -> PictureHeader {
        var cursor = FileCursor(bytes[2...])
        var frame: JPEGFrame?
        var orientation: PictureOrientation?
        var profile = JPEGProfile()
        while true {
            let marker = try nextMarker(&cursor)
            switch marker {
            case 0x01, 0xD0...0xD9:
                throw PictureError(.damaged, "It has no picture where one has to be.")
            default: break
            }
            let length = try cursor.bigEndian(2)
            let segment = try cursor.take(length - 2)
            switch marker {
            case 0xC0, 0xC1, 0xC2, 0xC9, 0xCA:
                guard frame == nil else { throw PictureError(.damaged, "It says twice how large it is.") }
                let found = try JPEGFrame(segment, marker: marker)
                try checkSides(width: found.width, height: found.height, limits: limits)
                frame = found
            case 0xC3, 0xC5...0xC7, 0xCB, 0xCD...0xCF:
                throw PictureError(.unsupported, "It is a lossless or hierarchical JPEG.")
            case 0xE1:
                // There may be several, of which only the first with EXIF data counts; XMP uses the same marker.
                if orientation == nil, segment.starts(with: "Exif".utf8) {
                    orientation = PictureOrientation(exif: segment)
                }
            case 0xE2: profile.take(segment)
            case 0xDA:
                guard let frame else { throw PictureError(.damaged, "It does not say how large it is.") }
                // Every block needs a bit at least, so a short file with large sides holds no such picture. This bounds
                // what the coefficients of a whole picture may take: 128 bytes for each of those bits. Arithmetic coding
                // needs less, and there the sides alone are the bound.
                guard frame.isArithmetic || frame.blocks <= bytes.count * 8 else {
                    throw PictureError(.damaged, "It is too short for \(frame.width)×\(frame.height) pixels.")
                }
                let isHeldWhole = frame.isProgressive || segment.first.map(Int.init) != frame.components
                var header = PictureHeader(
                    .jpeg,
                    width: frame.width,
                    height: frame.height,
                    // Without an end it is refused when it is decoded.
                    byteCount: JPEGFile.end(of: bytes) ?? bytes.count,
                    decodingBytes: decoderBytes + (isHeldWhole ? frame.blocks * 128 : 0)
                )
                header.orientation = orientation ?? .upright
                header.space = frame.components == 1 ? .grey : frame.components == 4 ? .inks : .color
                header.colors = profile.profile.flatMap { $0.space == header.space ? .profile($0) : nil }
                return header
            default: break
            }
        }
    }

    /// Skips to the next marker.
    ///
    /// Decoders tolerate bytes between segments, and so must the one who looks ahead of them.
    private static func nextMarker(_ cursor: inout FileCursor) throws(PictureError) -> Int {
        while try cursor.byte() != 0xFF {}
        while true {
            switch try cursor.byte() {
            case 0xFF: continue
            case 0x00: while try cursor.byte() != 0xFF {}
            case let marker: return marker
            }
        }
    }
}
