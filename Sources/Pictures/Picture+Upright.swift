internal import CPictures

/// What is served of a picture: the file as it came, but for what browsers would show otherwise than it is meant.
///
/// They turn a JPEG and a PNG as their EXIF data say, and pass over those of a WebP.
enum UprightPicture {
    /// The bytes of a picture that shows upright everywhere.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - header: What was read from it.
    ///   - maxBytes: What the result may have; where that is too little, the file stays as it came.
    static func bytes(of bytes: [UInt8], _ header: PictureHeader, maxBytes: Int) -> [UInt8] {
        let picture = Array(bytes[..<header.byteCount])
        guard header.orientation != .upright else { return picture }
        switch header.format {
        case .jpeg, .png, .gif: return picture
        case .webp:
            guard let frame = header.frame, !header.isAnimated else { return picture }
            return turned(picture, header: header, frame: frame, maxBytes: maxBytes) ?? picture
        }
    }

    private static func turned(
        _ picture: [UInt8],
        header: PictureHeader,
        frame: PictureFrame,
        maxBytes: Int
    ) -> [UInt8]? {
        var profile: [UInt8] = []
        if case .profile(let found) = header.colors { profile = found.bytes }
        let room = maxBytes - profile.count - 64
        guard room > 0 else { return nil }
        let encoded = unsafe [UInt8](unsafeUninitializedCapacity: room) { output, count in
            guard let address = output.baseAddress else { return }
            var place = CPictures_Frame(frame)
            let orientation = header.orientation.rawValue
            count = unsafe CPictures_turn_webp(picture, &place, orientation, frame.isLossless, address, room)
        }
        guard !encoded.isEmpty, !profile.isEmpty else { return encoded.isEmpty ? nil : encoded }
        return withProfile(encoded, profile: profile)
    }

    /// Puts a profile into a WebP that has no metadata.
    private static func withProfile(_ encoded: [UInt8], profile: [UInt8]) -> [UInt8]? {
        guard let header = try? PictureHeader(encoded), let chunks = try? RIFFChunk.all(in: encoded[12...]) else {
            return nil
        }
        let hasAlpha = chunks.contains { $0.name == "ALPH" || $0.hasAlpha }
        func three(_ value: Int) -> [UInt8] { (0..<3).map { UInt8(value >> ($0 * 8) & 255) } }
        let sides = three(header.width - 1) + three(header.height - 1)
        var body = RIFFChunk.bytes(named: "VP8X", data: [hasAlpha ? 0x30 : 0x20, 0, 0, 0] + sides)
        body += RIFFChunk.bytes(named: "ICCP", data: profile)
        for chunk in chunks where chunk.name != "VP8X" {
            body += RIFFChunk.bytes(named: chunk.name, data: Array(chunk.data))
        }
        return RIFFChunk.file(body)
    }
}

extension CPictures_Frame {
    init(_ frame: PictureFrame) {
        self.init(
            start: frame.bytes.lowerBound,
            length: frame.bytes.count,
            x: UInt32(frame.x),
            y: UInt32(frame.y),
            width: UInt32(frame.width),
            height: UInt32(frame.height)
        )
    }
}
