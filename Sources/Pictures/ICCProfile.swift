/// A colour profile (ICC.1) as far as it is looked at before a library reads it.
///
/// Pictures come with many that are cut off, of another kind of colour, or made to keep a reader busy. What is none that
/// can be followed is as if it were not there, as browsers have it; no picture is refused because of it.
struct ICCProfile: Sendable, Hashable {
    /// The most bytes of one, 1 MiB; those of printers have some 500 KB.
    static let maxBytes = 1 << 20

    /// The kind of samples that it is for.
    enum Space: String, Sendable, Hashable {
        case color = "RGB "
        case grey = "GRAY"
        case inks = "CMYK"
    }

    let space: Space
    let bytes: [UInt8]

    /// Takes a profile; `nil` for one that is not followed.
    init?(_ data: ArraySlice<UInt8>) {
        guard let profile = try? Self.read(data) else { return nil }
        self = profile
    }

    private init(space: Space, bytes: [UInt8]) {
        self.space = space
        self.bytes = bytes
    }

    private static func read(_ data: ArraySlice<UInt8>) throws(PictureError) -> ICCProfile? {
        var cursor = FileCursor(data)
        let length = try cursor.bigEndian(4)
        guard length <= min(data.count, maxBytes) else { return nil }
        try cursor.skip(4)
        guard try cursor.byte() <= 4 else { return nil }
        try cursor.skip(3)
        // A screen, a camera or scanner, a printer, or a space of colours: not what links or changes other profiles.
        let kind = String(decoding: try cursor.take(4), as: UTF8.self)
        guard ["mntr", "scnr", "prtr", "spac"].contains(kind) else { return nil }
        guard let space = Space(rawValue: String(decoding: try cursor.take(4), as: UTF8.self)) else { return nil }
        try cursor.skip(16)
        guard try cursor.take(4).elementsEqual("acsp".utf8) else { return nil }
        try cursor.skip(88)
        var bytes = Array(data.prefix(length))
        for _ in 0..<(try cursor.bigEndian(4)) {
            let place = cursor.position - data.startIndex
            // Chains of any number of steps for each pixel, which browsers do not follow, and all have a plain table, too.
            if try cursor.take(4).starts(with: "D2B".utf8), place < length { bytes[place] = 0 }
            try cursor.skip(8)
        }
        return ICCProfile(space: space, bytes: bytes)
    }
}
