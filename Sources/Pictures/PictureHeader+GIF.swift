extension PictureHeader {
    /// Reads the blocks of a GIF to its trailer.
    ///
    /// Only the first frame is decoded later, however many there are; of the others this finds that they are there as a
    /// whole.
    static func gif(_ bytes: [UInt8], limits: PictureLimits) throws(PictureError) -> PictureHeader {
        var cursor = FileCursor(bytes[6...])
        let width = try cursor.littleEndian(2)
        let height = try cursor.littleEndian(2)
        try checkSides(width: width, height: height, limits: limits)
        let flags = try cursor.byte()
        try cursor.skip(2)
        try skipColors(flags, in: &cursor)
        var frames = 0
        walk: while true {
            switch try cursor.byte() {
            case 0x21:  // An extension: its kind, then blocks.
                try cursor.skip(1)
                try skipBlocks(&cursor)
            case 0x2C:  // A frame: its place, flags, colours, the bits of a code, then blocks.
                try cursor.skip(8)
                try skipColors(try cursor.byte(), in: &cursor)
                try cursor.skip(1)
                try skipBlocks(&cursor)
                frames += 1
            case 0x3B:
                break walk
            default:
                throw PictureError(.damaged, "There is something between its frames that no GIF has.")
            }
        }
        guard frames > 0 else { throw PictureError(.damaged, "There is no picture in it.") }
        return PictureHeader(
            .gif,
            width: width,
            height: height,
            byteCount: cursor.position,
            decodingBytes: decoderBytes
        )
    }

    static func skipColors(_ flags: Int, in cursor: inout FileCursor) throws(PictureError) {
        guard flags & 0x80 != 0 else { return }
        try cursor.skip(3 << (flags & 7 + 1))
    }

    static func skipBlocks(_ cursor: inout FileCursor) throws(PictureError) {
        while true {
            let length = try cursor.byte()
            guard length > 0 else { return }
            try cursor.skip(length)
        }
    }
}
