extension PictureOrientation {
    /// Reads the orientation from EXIF data, which is a TIFF file: byte order, offset of the first directory, its entries.
    ///
    /// Such data is written by many programs and not all of it is right, so anything unreadable counts as upright; a
    /// picture is never refused because of it.
    ///
    /// - Parameter data: The TIFF file, perhaps with the `Exif` mark of JPEG before it.
    init(exif data: ArraySlice<UInt8>) {
        let mark: [UInt8] = Array("Exif".utf8) + [0, 0]
        let file = data.starts(with: mark) ? data.dropFirst(mark.count) : data
        self = (try? Self.read(file)) ?? .upright
    }

    private static func read(_ file: ArraySlice<UInt8>) throws(PictureError) -> PictureOrientation? {
        var cursor = FileCursor(file)
        let isLittleEndian: Bool
        switch try cursor.bigEndian(4) {
        case 0x4949_2A00: isLittleEndian = true
        case 0x4D4D_002A: isLittleEndian = false
        default: return nil
        }
        func number(_ count: Int) throws(PictureError) -> Int {
            isLittleEndian ? try cursor.littleEndian(count) : try cursor.bigEndian(count)
        }
        // The offset counts from the start of the file, of which eight bytes are read.
        let directory = try number(4)
        try cursor.skip(directory - 8)
        for _ in 0..<(try number(2)) {
            let tag = try number(2)
            let type = try number(2)
            let count = try number(4)
            // A short number lies in the first half of the four bytes for a value or its place.
            let value = try number(2)
            try cursor.skip(2)
            guard tag == 0x0112 else { continue }
            guard type == 3, count == 1 else { return nil }
            return UInt8(exactly: value).flatMap(PictureOrientation.init(rawValue:))
        }
        return nil
    }
}
